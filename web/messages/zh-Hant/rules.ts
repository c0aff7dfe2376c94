// The frame of the rules pages; the rules themselves are beside the page.
import type vi from '../vi/rules.ts';
import type { Texts } from '../texts.ts';

export default {
  rules_choose_game: '選擇棋種',
  rules_contents: '本頁內容',
  rules_diagram: '圖示：{text}',
  fair_title: '等級分對局與公平競技',
  fair_alone: '獨立對局：不用引擎，不請他人幫忙。',
  fair_closed:
    '您的等級分對局進行期間，在您登入的所有裝置上，提示、分析、求解器、棋譜庫和實驗室都不接受該局的局面；對方也一樣。',
  fair_limits: '坦白說：伺服器看不到您未登入的其他裝置或其他程式。使用它們即為作弊，可能被禁止參加等級分對局。',
  fair_first:
    '快棋中雙方須在 30 秒內走第一步，慢棋一分鐘；通信棋為一步的時間。逾時則對局取消，不計分。在此之前任何一方都可取消對局。',
  fair_left: '對方離開滿一分鐘，您可以判勝或判和；通信棋除外。',
  fair_lag: '伺服器測得的網路延遲會在小額限度內返還到棋鐘。',
} as const satisfies Texts<typeof vi>;
