// The frame of the rules pages; the rules themselves are beside the page.
export default {
  rules_choose_game: 'Chọn loại cờ',
  rules_contents: 'Trong trang này',
  rules_diagram: 'Hình minh họa: {text}',
  fair_title: 'Ván tính điểm và chơi đẹp',
  fair_alone: 'Bạn tự chơi: không nhờ máy, không nhờ người khác.',
  fair_closed:
    'Khi ván tính điểm của bạn đang diễn ra, gợi ý, phân tích, máy giải, thư viện và Phòng thí nghiệm không nhận các thế cờ của ván ấy, trên mọi thiết bị bạn đã đăng nhập, và đối thủ của bạn cũng vậy.',
  fair_limits:
    'Nói thẳng: máy chủ không thể thấy một thiết bị khác mà bạn không đăng nhập, hay một chương trình khác. Ai dùng chúng là gian lận và có thể bị cấm chơi tính điểm.',
  fair_first:
    'Mỗi bên phải đi nước đầu trong 30 giây ở cờ nhanh, một phút ở cờ chậm; ở cờ thư là thời gian của một nước. Quá hạn thì ván bị hủy và không tính điểm. Trước đó ai cũng có thể hủy ván.',
  fair_left: 'Nếu đối thủ rời bàn quá một phút, bạn được nhận thắng hoặc hòa; cờ thư thì không.',
  fair_lag: 'Độ trễ mạng do máy chủ đo được trả lại cho đồng hồ, trong một hạn mức nhỏ.',
} as const;
