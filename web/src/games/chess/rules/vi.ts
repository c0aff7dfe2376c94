// Cờ vua: luật chơi bằng tiếng Việt.
import type { RulesText } from '../../../pages/rules/text.ts';

export default {
  lead: 'Hai bên Trắng và Đen, mỗi bên 16 quân trên bàn 64 ô. Bên nào chiếu bí Vua đối phương thì thắng.',
  sections: [
    {
      id: 'board',
      title: 'Bàn cờ',
      body: [
        {
          board: 'ch-start',
          text: 'Trắng đi trước. Ô góc phải phía mình là ô sáng, Hậu đứng ở ô cùng màu với quân mình. Cột ghi a đến h, hàng ghi 1 đến 8. Đi vào ô có quân đối phương là ăn quân đó.',
        },
      ],
    },
    {
      id: 'men',
      title: 'Cách đi quân',
      body: [
        { board: 'ch-king', text: '**Vua** đi một ô theo mọi hướng, nhưng không được vào ô bị tấn công.' },
        { board: 'ch-queen', text: '**Hậu** đi thẳng và chéo, bao xa cũng được.' },
        { board: 'ch-rook', text: '**Xe** đi ngang và dọc, bao xa cũng được, không nhảy qua quân.' },
        { board: 'ch-bishop', text: '**Tượng** đi chéo, bao xa cũng được, suốt ván ở một màu ô.' },
        { board: 'ch-knight', text: '**Mã** đi hình chữ L và nhảy qua được quân khác: ở cờ vua không có cản chân Mã.' },
        {
          board: 'ch-pawn',
          text: '**Tốt** tiến một ô, nước đầu có thể tiến hai ô, và ăn chéo lên một ô. Tốt không ăn thẳng và không lùi.',
        },
      ],
    },
    {
      id: 'special',
      title: 'Ba nước đặc biệt',
      body: [
        {
          board: 'ch-castling',
          text: '**Nhập thành**: Vua đi hai ô về phía Xe, Xe nhảy qua đứng cạnh Vua. Được phép khi cả hai chưa đi lần nào, giữa không có quân, Vua không đang bị chiếu và không đi qua hay đến ô bị tấn công.',
        },
        {
          board: 'ch-en-passant',
          text: '**Bắt Tốt qua đường**: Tốt đối phương vừa tiến hai ô và đứng cạnh Tốt mình thì được ăn nó như thể nó chỉ tiến một ô. Chỉ được ăn ngay nước kế tiếp.',
        },
        {
          board: 'ch-promotion',
          text: '**Phong cấp**: Tốt đến hàng cuối phải đổi thành Hậu, Xe, Tượng hoặc Mã, tùy chọn.',
        },
      ],
    },
    {
      id: 'end',
      title: 'Chiếu, chiếu bí, hết nước đi',
      body: [
        'Bị **chiếu** thì phải gỡ ngay: chạy Vua, ăn quân chiếu hoặc chắn.',
        {
          board: 'ch-mate',
          text: '**Chiếu bí**: bị chiếu mà không gỡ được thì thua. Xe chiếu ở hàng cuối, Vua bị chính Tốt mình chặn.',
        },
        {
          board: 'ch-stalemate',
          text: '**Hết nước đi** (pat): không bị chiếu mà không còn nước hợp lệ thì **hòa**, khác với cờ tướng. Ở đây đến lượt Đen.',
        },
      ],
    },
    {
      id: 'draws',
      title: 'Khi nào hòa',
      body: [
        [
          'Hết nước đi, hoặc hai bên đồng ý hòa.',
          'Thế cờ lặp lại ba lần: bên đến lượt được xin xử hòa. Lặp năm lần: tự động hòa.',
          'Mỗi bên đi 50 nước không ăn quân, không đi Tốt: được xin xử hòa. 75 nước: tự động hòa.',
          'Không bên nào đủ quân để chiếu bí, chẳng hạn Vua và một Mã đấu Vua.',
          'Hết giờ mà đối phương không đủ quân để thắng cũng là hòa.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Cách ghi nước đi',
      body: [
        'Kiểu ghi đại số: chữ cái của quân, dấu x nếu ăn, ô đến; + là chiếu, # là chiếu bí, O-O là nhập thành gần, O-O-O nhập thành xa. Tốt không ghi chữ.',
        {
          table: [
            ['Kiểu ghi', 'Mã lên', 'Tốt ăn', 'Phong Hậu, chiếu'],
            ['Quốc tế (SAN)', 'Nf3', 'exd5', 'e8=Q+'],
            ['Tiếng Việt', 'Mf3', 'exd5', 'e8=H+'],
            ['Tọa độ', 'g1f3', 'e4d5', 'e7e8q'],
          ],
        },
        'Tiếng Việt: V Vua, H Hậu, X Xe, T Tượng, M Mã. Quốc tế: K, Q, R, B, N.',
      ],
    },
  ],
} satisfies RulesText;
