// Cờ úp: luật chơi bằng tiếng Việt.
import type { RulesText } from '../../../pages/rules/text.ts';

export default {
  lead: 'Cờ úp là cờ tướng với quân úp mặt, xáo ngẫu nhiên. Chưa đi thì chưa ai biết đó là quân gì, kể cả máy.',
  sections: [
    {
      id: 'board',
      title: 'Bắt đầu',
      body: [
        {
          board: 'jq-start',
          text: 'Hai Tướng để ngửa ở chỗ của mình. Mười lăm quân còn lại của mỗi bên úp mặt, xáo lẫn, đặt vào mười lăm vị trí xuất phát. Đỏ đi trước. Luật nào không nhắc ở đây thì như cờ tướng.',
        },
      ],
    },
    {
      id: 'dark',
      title: 'Quân úp đi theo vị trí',
      body: [
        {
          board: 'jq-dark',
          text: 'Quân úp đi, ăn và chiếu như quân **của vị trí nó đang đứng**. Quân úp ở vị trí Pháo thì đi như Pháo, dù bên dưới là gì.',
        },
        {
          board: 'jq-turned',
          text: 'Đi xong thì **lật**: từ đó nó là quân thật. Quân đi như Pháo vừa rồi hóa ra là Xe, nước sau nó đi như Xe. Mỗi quân chỉ đi úp một lần.',
        },
        {
          board: 'jq-advisor',
          text: 'Quân úp ở vị trí Sĩ chỉ có một nước: vào giữa cung. Quân úp ở vị trí Tượng không qua sông.',
        },
      ],
    },
    {
      id: 'turned',
      title: 'Sau khi lật',
      body: [
        {
          board: 'jq-roaming',
          text: '**Sĩ và Tượng đã lật đi khắp bàn**: Sĩ chéo một bước, Tượng chéo hai bước, vẫn bị cản ở mắt Tượng. Chúng chiếu được Tướng đối phương. Nếu thích luật cũ, khi tạo ván hãy chọn “Sĩ, Tượng ở nhà”.',
        },
        [
          'Tốt lật ở đâu đi từ đó: bên phần sân mình chỉ tiến, qua sông thì thêm đi ngang, ở hàng cuối chỉ đi ngang.',
          'Tướng không ra khỏi cung, hai Tướng không nhìn mặt nhau.',
          'Nước đi có để Tướng mình bị ăn hay không thì biết ngay trước khi lật. Nước đi có chiếu hay không thì nhiều khi lật ra mới biết.',
        ],
      ],
    },
    {
      id: 'knowledge',
      title: 'Ai biết gì',
      body: [
        'Quân đã lật thì cả hai bên thấy. Quân bị ăn lúc còn úp thì **chỉ người ăn được xem**; người mất quân không biết mình mất gì. Khi tạo ván có thể đổi thành cả hai cùng xem, hoặc không ai xem.',
        'Kỳ Đài đếm giúp bạn số quân chưa lộ của mỗi bên và tỉ lệ quân úp lật ra là gì. Tỉ lệ này tính từ những quân **bạn** chưa thấy, không phải từ quân thật. Máy cũng chỉ biết những gì người chơi bên đó được biết.',
        'Quân được xáo ngẫu nhiên và có niêm phong: dấu niêm phong (mã băm) công bố trước ván, hết ván công bố cách chia để ai cũng kiểm lại được.',
        'Mặc định không được đi lại nước đã lật quân. Nếu ván cho phép đi lại, quân đã thấy vẫn tính là đã biết.',
      ],
    },
    {
      id: 'end',
      title: 'Thắng, thua, hòa',
      body: [
        [
          'Chiếu bí thì thắng. Hết nước đi thì thua.',
          'Lặp nước được xử như cờ tướng, quân úp tính theo vị trí. Lật hay ăn quân tạo ra thế cờ mới, nên chỉ nước của quân đã lật mới lặp lại được.',
          'Mỗi bên đi 60 nước không ăn quân thì hòa (đổi được khi tạo ván).',
          'Không bên nào đủ quân để thắng thì hòa; Sĩ và Tượng đi khắp bàn cũng thắng được, nên phải hết cả Sĩ và Tượng.',
        ],
      ],
    },
    {
      id: 'notation',
      title: 'Cách ghi nước đi',
      body: [
        'Quân úp mang tên vị trí kèm chữ **u** (úp). Sau dấu = là quân lật ra, sau dấu x là quân úp bị ăn; ? là quân bạn không được biết.',
        {
          table: [
            ['Kiểu ghi', 'Đi và lật ra Xe', 'Ăn thêm một quân úp'],
            ['Tiếng Việt', 'Pu2-5=X', 'Pu2.7=XxB'],
            ['Bằng chữ', 'Pháo úp 2 bình 5=Xe', 'Pháo úp 2 tiến 7=Xe×Binh'],
            ['WXF', 'Cu2=5=R', 'Cu2+7=RxP'],
            ['Tiếng Trung', '暗炮二平五=車', '暗炮二進七=車×卒'],
            ['Tọa độ', 'h2e2R', 'h2h9Rp'],
          ],
        },
      ],
    },
  ],
} satisfies RulesText;
