// The frame of the rules pages; the rules themselves are beside the page.
import type vi from '../vi/rules.ts';
import type { Texts } from '../texts.ts';

export default {
  rules_choose_game: '选择棋种',
  rules_contents: '本页内容',
  rules_diagram: '图示：{text}',
  fair_title: '等级分对局与公平竞技',
  fair_alone: '独立对局：不用引擎，不请他人帮忙。',
  fair_closed:
    '您的等级分对局进行期间，在您登录的所有设备上，提示、分析、求解器、棋谱库和实验室都不接受该局的局面；对方也一样。',
  fair_limits: '坦白说：服务器看不到您未登录的其他设备或其他程序。使用它们即为作弊，可能被禁止参加等级分对局。',
  fair_first:
    '快棋中双方须在 30 秒内走第一步，慢棋一分钟；通信棋为一步的时间。逾时则对局取消，不计分。在此之前任何一方都可取消对局。',
  fair_left: '对方离开满一分钟，您可以判胜或判和；通信棋除外。',
  fair_lag: '服务器测得的网络延迟会在小额限度内返还到棋钟。',
} as const satisfies Texts<typeof vi>;
