// The frame of the rules pages; the rules themselves are beside the page.
export default {
  rules_choose_game: 'Chọn loại cờ',
  rules_contents: 'Trong trang này',
  rules_diagram: 'Hình minh họa: {text}',
} as const;
