// Bài học của phòng thí nghiệm, tiếng Việt.
import type { LessonId, LessonText } from '../../src/lab/lessons/lessons.ts';

export default {
  tree: {
    title: 'Cây trò chơi',
    text: [
      'Máy chơi cờ bằng cách thử. Từ thế cờ trước mặt, mỗi nước đi hợp lệ dẫn tới một thế cờ mới; từ đó đối phương lại có các nước trả lời. Vẽ tất cả ra, ta được một cái cây: gốc là thế cờ hiện tại, mỗi cành là một nước đi, mỗi nút là một thế cờ.',
      'Số nút tăng rất nhanh. Cờ ba quân chỉ có 9 ô nên ta đếm được bằng tay; cờ tướng có khoảng 40 nước mỗi lượt, chỉ ba lớp đã hơn 80.000 thế cờ.',
      'Hãy chạy hình rồi mở từng nút của cây. Lớp thứ nhất là các nước của bên đi trước, lớp thứ hai là các nước trả lời.',
    ],
    task: 'Cây hai lớp của cờ ba quân từ bàn trống có bao nhiêu thế cờ (không tính gốc)?',
    why: 'Bên đi trước có 9 ô để chọn, bên đi sau còn 8 ô: 9 + 9 × 8 = 81 thế cờ. Thêm một lớp nữa là nhân với 7, cứ thế cây lớn theo cấp số nhân.',
  },
  minimax: {
    title: 'Minimax: mình chọn tốt nhất, đối phương chọn xấu nhất',
    text: [
      'Đến lá của cây, máy cho điểm thế cờ. Điểm cao là tốt cho bên đang tính. Nhưng không thể chọn ngay chiếc lá cao điểm nhất, vì đối phương cũng biết chọn.',
      'Minimax đi từ lá ngược về gốc: ở lượt mình lấy giá trị lớn nhất của các con, ở lượt đối phương lấy giá trị nhỏ nhất. Giá trị ở gốc là kết quả khi cả hai bên đều chơi đúng.',
      'Trong hình, dấu ★ đánh dấu nước đã cho giá trị của nút. Giá trị viết cho bên sắp đi ở nút ấy: #1 ở một nút con nghĩa là đối phương thắng ngay. Hãy đi theo các dấu ★ từ gốc xuống.',
    ],
    task: 'Ở thế cờ này minimax chọn nước nào? Ghi tên ô theo tọa độ, ví dụ b3.',
    why: 'Nước đó có giá trị nhỏ nhất sau mọi câu trả lời vẫn lớn nhất. Minimax không hy vọng đối phương đi sai; nó chọn nước tốt nhất trong trường hợp xấu nhất.',
  },
  alphabeta: {
    title: 'Cắt tỉa alpha-beta: không cần xem hết',
    text: [
      'Minimax xem mọi thế cờ, kể cả những nhánh chắc chắn không ai đi vào. Alpha-beta mang theo hai con số: α là điều bên đi đã nắm chắc, β là điều đối phương cho phép.',
      'Khi một nước cho điểm từ β trở lên, đối phương sẽ không để ván cờ đi vào nhánh này, vì ở phía trên họ đã có cách tốt hơn. Các nước còn lại của nút được bỏ qua: đó là một lần cắt.',
      'Cắt không làm đổi kết quả: điểm ở gốc đúng bằng của minimax. Bấm vào một nút bị cắt để đọc lý do.',
    ],
    task: 'Ở thế khai cuộc cờ tướng, độ sâu 3, alpha-beta xem ít hơn minimax khoảng bao nhiêu lần?',
    why: 'Minimax xem 81.630 thế cờ, alpha-beta đơn giản chỉ 11.274: ít hơn khoảng 7 lần mà điểm số y hệt. Ở độ sâu lớn hơn, khoảng cách còn rộng hơn nhiều.',
  },
  ordering: {
    title: 'Sắp xếp nước đi: nước hay xem trước',
    text: [
      'Alpha-beta cắt được nhiều hay ít là nhờ thứ tự. Nếu nước tốt nhất được xem đầu tiên, α và β khép lại ngay và hầu hết các nước sau bị cắt; nếu nước tốt nhất đứng cuối, gần như không cắt được gì.',
      'Máy không biết trước nước nào hay, nhưng đoán khá tốt: nước ăn quân lớn xem trước, rồi những nước từng gây cắt ở nơi khác (nước sát thủ, bảng lịch sử).',
      'Trong bảng kết quả, cột “do nước đầu” cho biết bao nhiêu phần trăm lần cắt do ngay nước đầu tiên gây ra.',
    ],
    task: 'Sắp xếp nước đi giảm được bao nhiêu phần trăm số thế cờ so với không sắp xếp?',
    why: 'Từ 11.274 còn 1.788 thế cờ: giảm khoảng 84%. Knuth và Moore chứng minh rằng với thứ tự hoàn hảo chỉ cần khoảng căn bậc hai số lá của minimax.',
  },
  table: {
    title: 'Bảng chuyển vị: thế cờ đã gặp',
    text: [
      'Đi A rồi B, hay đi B rồi A, thường tới cùng một thế cờ. Cây trò chơi không biết điều đó và tìm lại từ đầu.',
      'Bảng chuyển vị là một cuốn sổ: mỗi thế cờ đã tính được ghi lại cùng giá trị và độ sâu. Gặp lại, máy chỉ cần tra sổ. Muốn tra nhanh, mỗi thế cờ có một khóa 64 bit (khóa Zobrist), sau mỗi nước đi chỉ cần vài phép XOR là có khóa mới.',
      'Trong cây, nút “từ bảng” là nút được trả lời từ sổ; bấm “Đến nút đó” để xem nơi nó được tính lần đầu.',
    ],
    task: 'Trong hình này, thuật toán B tra được bao nhiêu lần từ bảng? (Xem số nút “từ bảng” trong bảng đếm theo lớp, cộng lại.)',
    why: 'Từ 1.789 còn 1.278 thế cờ: bảng bớt hơn một phần tư, gần đúng mức 25% mà báo cáo gốc đã đo. Mỗi lần tra được là cả một nhánh khỏi phải tìm lại; càng tìm sâu và càng ít quân, bảng càng có ích.',
  },
  deepening: {
    title: 'Tìm sâu dần',
    text: [
      'Nên tìm sâu bao nhiêu? Nếu chọn quá sâu thì hết giờ chưa xong. Cách giải: tìm độ sâu 1, rồi 2, rồi 3… cho tới khi hết giờ; lúc nào cũng có sẵn một câu trả lời.',
      'Nghe như lãng phí vì làm lại từ đầu, nhưng mỗi lớp mới lớn gấp nhiều lần tất cả các lớp trước, nên phần làm lại rất nhỏ. Hơn nữa, nước hay nhất của vòng trước được xem đầu tiên ở vòng sau, nên cắt được nhiều hơn.',
      'Trong bảng, mỗi vòng là một độ sâu.',
    ],
    task: 'Vòng cuối cùng (độ sâu 4) chiếm khoảng bao nhiêu phần trăm tổng số thế cờ?',
    why: 'Phần lớn công việc nằm ở vòng cuối. Các vòng trước rẻ, lại giúp sắp xếp nước đi và giúp máy trả lời bất cứ lúc nào.',
  },
  mcts: {
    title: 'Tìm kiếm cây Monte Carlo',
    text: [
      'Không phải lúc nào cũng có hàm cho điểm tốt. Monte Carlo thử nhiều lần: đi theo cây tới một thế cờ mới, ước lượng kết quả ở đó, rồi ghi vào mọi nút đã đi qua. Cách cổ điển là chơi tiếp ngẫu nhiên tới hết ván; ở đây, như trong báo cáo gốc, máy chỉ đi thử thêm một nước (ăn quân nếu được) rồi cho điểm, nhanh hơn nhiều.',
      'Đi theo nước nào? Nước đang có kết quả tốt (khai thác), nhưng cũng phải thử những nước ít được thăm (thăm dò). Công thức UCB1 cộng hai phần ấy; hằng số c quyết định thăm dò nhiều hay ít.',
      'Kéo thanh trượt số lần mô phỏng để xem cây lớn dần: nước tốt được thăm ngày càng nhiều.',
    ],
    task: 'Sau 400 lần mô phỏng, nước nào được thăm nhiều nhất, tức là nước được chọn? Ghi tên ô.',
    why: 'Nước được thăm nhiều nhất là lựa chọn chắc chắn nhất: giá trị của nó được đo nhiều lần nhất, còn nước ít được thăm có thể chỉ tình cờ có kết quả tốt.',
  },
  chance: {
    title: 'Nút may rủi: cờ úp',
    text: [
      'Trong cờ úp, quân úp lật ra mới biết là quân gì. Sau nước lật, cây có thêm một loại nút: không ai chọn, mà do may rủi.',
      'Giá trị của nút may rủi là trung bình của các khả năng, mỗi khả năng nhân với xác suất của nó. Ví dụ còn 5 tốt trong 15 quân úp thì lật ra tốt có xác suất 5/15.',
      'Ở nút may rủi cắt tỉa khó hơn: phải biết giá trị của hầu hết các khả năng mới tính được trung bình.',
    ],
    task: 'Lúc bắt đầu ván, một quân úp lật ra có thể là bao nhiêu loại quân khác nhau?',
    why: 'Sáu loại: xe, pháo, mã, tượng, sĩ, tốt. Tướng luôn ngửa. Xác suất khác nhau: tốt 5/15, các quân kia 2/15 mỗi loại.',
  },
  evaluation: {
    title: 'Hàm lượng giá: cho điểm một thế cờ',
    text: [
      'Máy không thể tìm tới cuối ván, nên ở lá nó phải ước lượng. Hàm lượng giá cộng nhiều phần: quân lực, vị trí từng quân, độ linh hoạt, an toàn của vua, tốt thông…',
      'Mỗi phần là một con số: dương là có lợi cho Trắng, âm là có lợi cho Đen. Cộng lại là điểm của thế cờ, tính bằng số tốt.',
      'Bật “Giá trị từng quân trên bàn cờ” để thấy mỗi quân đáng giá bao nhiêu ở chỗ nó đứng: lượng giá khi có quân ấy trừ đi lượng giá khi không có.',
    ],
    task: 'Trong thế cờ này (Trắng đánh vào f7), phần nào có giá trị tuyệt đối lớn nhất?',
    why: 'Quân lực hai bên bằng nhau, nên thế trận quyết định. Chính những phần nhỏ như vậy làm máy chọn nước này thay vì nước kia.',
  },
  learning: {
    title: 'Học một mạng nơ-ron',
    text: [
      'Trọng số của hàm lượng giá lấy từ đâu? Từ các ván cờ: ta sửa trọng số sao cho điểm đoán đúng kết quả ván cờ, hoặc đoán đúng điểm của một lần tìm sâu hơn. Mạng nơ-ron cũng vậy, chỉ là có hơn một trăm nghìn trọng số, và không ai đặt tên cho từng phần.',
      'Mạng cờ tướng của Kỳ Đài nhìn bàn cờ từ hai phía và cộng thêm một khoản sửa vào lượng giá viết tay. Nó được luyện bằng các ván máy tự chơi với chính mình. Mạng cờ vua thì khác: nó tự đánh giá, không cần phần viết tay.',
      'Trong hình, dòng “mạng nơ-ron” là khoản sửa ấy.',
    ],
    task: 'Ở thế cờ này, mạng nơ-ron sửa bao nhiêu (tính bằng tốt, ghi cả dấu, ví dụ −0,25)?',
    why: 'Mạng thấy những điều các phần viết tay bỏ sót. Nhờ nó, máy cờ tướng mạnh hơn khoảng 300 Elo trong một trận 400 ván mà hai bên tìm số thế cờ như nhau.',
  },
} as const satisfies Readonly<Record<LessonId, LessonText>>;
