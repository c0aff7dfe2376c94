// Cờ caro: luật chơi bằng tiếng Việt.
import type { RulesText } from '../../../pages/rules/text.ts';

export default {
  lead: 'Hai người, X và O, lần lượt đánh vào ô trống. Ai có năm quân liền nhau trước thì thắng: ngang, dọc hoặc chéo.',
  sections: [
    {
      id: 'board',
      title: 'Bàn cờ',
      body: [
        {
          board: 'ca-five',
          text: 'X đi trước, thường đánh giữa bàn 15 × 15 ô. Quân đã đánh không di chuyển và không bị bắt. Ô được gọi bằng chữ và số, từ a1 đến o15.',
        },
      ],
    },
    {
      id: 'win',
      title: 'Hàng nào thắng',
      body: [
        'Có ba luật; bạn chọn khi tạo ván.',
        [
          '**Tự do**: năm quân liền nhau trở lên là thắng.',
          '**Vừa đủ, không dài hơn**: đúng năm quân mới thắng, sáu quân trở lên thì không.',
          '**Việt Nam**: năm quân thắng, trừ khi bị đối thủ chặn cả hai đầu; sáu quân trở lên luôn thắng. Mép bàn không tính là chặn, trừ khi bạn chọn như vậy.',
        ],
        { board: 'ca-blocked', text: 'Luật Việt Nam: X có năm quân nhưng O chặn cả hai đầu. Ván cờ tiếp tục.' },
        'Bàn đầy mà không ai đủ hàng thì hòa.',
      ],
    },
    {
      id: 'threats',
      title: 'Nước đe dọa',
      body: [
        {
          board: 'ca-four',
          text: '**Bốn quân** dọa thắng ngay nước sau, phải chặn lập tức. Nếu trống cả hai đầu thì không ai chặn được.',
        },
        {
          board: 'ca-three',
          text: '**Ba quân trống hai đầu** sẽ thành bốn trống hai đầu. Hãy chặn một đầu, hoặc đánh thành bốn quân của mình.',
        },
        'Phần lớn các ván thắng nhờ hai đe dọa cùng lúc: hai hàng bốn, một hàng bốn và một hàng ba trống, hoặc hai hàng ba trống.',
      ],
    },
    {
      id: 'small',
      title: 'Bàn nhỏ',
      body: [
        'Có thể chọn kích thước bàn và độ dài hàng. Bàn 3 × 3 với ba quân liền nhau là cờ tic-tac-toe; đánh đúng thì không ai thắng.',
      ],
    },
  ],
} satisfies RulesText;
