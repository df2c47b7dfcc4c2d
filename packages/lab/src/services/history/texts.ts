/** Names and lines of chats in several scripts and directions. */
export const texts = {
  names: [
    "Nadia Petrova",
    "Ида Смирнова",
    "יעל כהן",
    "ليلى حسن",
    "Zoë O'Brien-Łukasz",
    "田中 花子",
    "Bo",
  ],
  lines: [
    "Where is my parcel?",
    "Hello 👋, how can I help you?",
    "שלום, איפה החבילה שלי?",
    "مرحبا، أين طردي؟ (رقم 12)",
    "Здравствуйте! Когда придёт заказ?",
    "<b>not bold</b> & *not* Markdown",
    "First line\nSecond line\n\nFourth line",
    "配送はいつですか?",
    "👩‍👩‍👧‍👦 family \u202Eright-to-left override",
    "https://shop.example/orders?id=1&x=%20#top",
  ],
} as const;
