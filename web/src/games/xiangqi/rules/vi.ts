// Cờ tướng: luật chơi bằng tiếng Việt.
import type { RulesText } from '../../../pages/rules/text.ts';

export default {
  lead: 'Hai bên Đỏ và Đen, mỗi bên 16 quân, đi trên giao điểm của bàn cờ 9 đường dọc và 10 đường ngang. Bên nào chiếu bí Tướng đối phương thì thắng.',
  sections: [
    {
      id: 'board',
      title: 'Bàn cờ',
      body: [
        {
          board: 'xq-start',
          text: 'Đỏ đi trước, rồi hai bên thay nhau mỗi người một nước. Giữa bàn là **sông** (hà). Ô vuông có hai đường chéo ở mỗi đầu là **cung**, Tướng và Sĩ không được ra khỏi cung. Đi vào chỗ có quân đối phương là ăn quân đó. Các đường dọc gọi là **lộ**, mỗi bên đếm 1 đến 9 từ tay phải mình.',
        },
      ],
    },
    {
      id: 'men',
      title: 'Cách đi quân',
      body: [
        { board: 'xq-general', text: '**Tướng** đi một bước ngang hoặc dọc, không ra khỏi cung.' },
        {
          board: 'xq-advisor',
          text: '**Sĩ** đi một bước chéo, không ra khỏi cung. Sĩ chỉ có năm điểm để đứng.',
        },
        {
          board: 'xq-elephant',
          text: '**Tượng** đi chéo đúng hai bước và không qua sông. Nếu có quân đứng ở giữa đường (mắt Tượng) thì Tượng bị cản: ở đây Tốt đen cản đường lên bên trái.',
        },
        {
          board: 'xq-horse',
          text: '**Mã** đi một bước thẳng rồi một bước chéo ra ngoài. Có quân đứng sát ở bước thẳng là **cản chân Mã**: Tốt phía trước làm Mã mất hai nước. Vì thế có khi Mã này ăn được Mã kia mà Mã kia không ăn lại được.',
        },
        {
          board: 'xq-chariot',
          text: '**Xe** đi thẳng bao xa cũng được, đến khi gặp quân. Gặp quân mình thì dừng trước đó, gặp quân đối phương thì ăn được.',
        },
        {
          board: 'xq-cannon',
          text: '**Pháo** đi như Xe, nhưng muốn ăn thì phải nhảy qua đúng một quân (**ngòi**), quân của bên nào cũng được. Ở đây Tốt đỏ làm ngòi để Pháo ăn Mã.',
        },
        {
          board: 'xq-soldier',
          text: '**Tốt** (binh, chốt) đi thẳng một bước. Qua sông rồi thì được đi ngang một bước nữa. Tốt không bao giờ lùi và không phong cấp; đến hàng cuối chỉ còn đi ngang.',
        },
      ],
    },
    {
      id: 'facing',
      title: 'Hai Tướng không nhìn mặt nhau',
      body: [
        {
          board: 'xq-facing',
          text: 'Hai Tướng không được đứng cùng một lộ mà giữa không có quân nào. Quân duy nhất đứng giữa vì vậy bị ghim: Mã đỏ ở đây không đi đâu được. Tướng chiếm lộ trống cũng thường giúp chiếu bí.',
        },
      ],
    },
    {
      id: 'end',
      title: 'Chiếu, chiếu bí, hết nước đi',
      body: [
        'Dọa ăn Tướng là **chiếu**. Bên bị chiếu phải gỡ ngay: chạy Tướng, ăn quân chiếu, hoặc chắn (với Pháo còn có thể bỏ ngòi, với Mã có thể cản chân). Không được đi nước để Tướng mình bị ăn.',
        {
          board: 'xq-mate',
          text: '**Chiếu bí**: bị chiếu mà không gỡ được thì thua. Xe trên chiếu ngang, Xe dưới giữ hàng kế.',
        },
        {
          board: 'xq-stalemate',
          text: '**Hết nước đi**: không bị chiếu nhưng cũng không còn nước hợp lệ thì **cũng thua**, khác với cờ vua. Tướng đen bước xuống thì bị Tốt ăn, bước ngang thì hai Tướng nhìn mặt nhau.',
        },
      ],
    },
    {
      id: 'repetition',
      title: 'Lặp nước',
      body: [
        'Khi cùng một thế cờ (cùng quân, cùng bên đến lượt) xuất hiện **lần thứ ba** kể từ nước ăn quân gần nhất, các nước lặp lại được xử theo luật châu Á. Từ lần thứ hai bạn đã được nhắc, kèm lời giải thích từng nước, nên luôn kịp đổi nước.',
        {
          board: 'xq-perpetual-check',
          text: '**Chiếu mãi** (trường chiếu): nước lặp lại nào cũng chiếu thì bên chiếu thua. Xe đỏ chiếu qua chiếu lại, Tướng đen chỉ chạy: Đỏ phải đổi nước. Hai bên cùng chiếu mãi thì hòa.',
        },
        {
          board: 'xq-perpetual-chase',
          text: '**Đuổi mãi** (trường tróc): nước lặp lại nào cũng dọa ăn cùng một quân không có quân bảo vệ thì bên đuổi thua. Xe đỏ đuổi mãi con Pháo: Đỏ phải đổi nước.',
        },
        [
          'Tướng và Tốt được phép đuổi mãi. Tốt chưa qua sông thì ai đuổi cũng được.',
          'Quân có căn thật (bị ăn thì ăn lại được) không tính là bị đuổi; trừ khi Mã hoặc Pháo đuổi Xe, Sĩ hoặc Tượng đuổi Xe, Pháo, Mã.',
          'Hai quân cùng loại ăn được nhau là mời đổi quân, không phải đuổi.',
          'Một chiếu một đuổi, luân phiên đuổi các quân khác nhau, dọa chiếu bí mãi, mời đổi mãi, chặn mãi: đều được phép, lặp ba lần thì hòa.',
          'Bên này chiếu mãi, bên kia đuổi mãi thì bên chiếu thua.',
        ],
      ],
    },
    {
      id: 'draws',
      title: 'Khi nào hòa',
      body: [
        [
          'Hai bên đồng ý hòa. Máy cũng trả lời khi bạn cầu hòa, tùy theo thế cờ.',
          'Lặp thế cờ ba lần mà không bên nào phạm luật.',
          'Mỗi bên đi 60 nước liền không ăn quân. Chỉ 10 nước chiếu đầu của mỗi bên được tính vào số đó. Số nước này đổi được khi tạo ván.',
          'Không bên nào còn đủ quân để thắng, chẳng hạn chỉ còn Tướng, Sĩ và Tượng.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Cách ghi nước đi',
      body: [
        'Một nước gồm: tên quân, lộ đang đứng, hướng, rồi lộ sẽ đến hoặc số bước. **Tiến** là đi về phía đối phương, **thoái** là lùi, **bình** là đi ngang. Sĩ, Tượng, Mã luôn ghi lộ sẽ đến; Xe, Pháo, Tốt, Tướng khi tiến thoái thì ghi số bước.',
        {
          table: [
            ['Kiểu ghi', 'Pháo đầu', 'Mã lên', 'Xe lùi một'],
            ['Tiếng Việt', 'P2-5', 'M8.7', 'X1/1'],
            ['Bằng chữ', 'Pháo 2 bình 5', 'Mã 8 tiến 7', 'Xe 1 thoái 1'],
            ['WXF', 'C2=5', 'H8+7', 'R1-1'],
            ['Tiếng Trung', '炮二平五', '馬八進七', '車一退一'],
            ['Tọa độ', 'h2e2', 'b0c2', 'i1i0'],
          ],
        },
        'Tg là Tướng, S Sĩ, T Tượng, X Xe, P Pháo, M Mã, B Binh (Tốt). Hai quân cùng tên trên một lộ thì thêm **t** (trước) hoặc **s** (sau): Xt-8. Bạn đổi kiểu ghi lúc nào cũng được, kể cả giữa ván.',
      ],
    },
  ],
} satisfies RulesText;
