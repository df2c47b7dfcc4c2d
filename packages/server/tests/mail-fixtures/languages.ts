/** What people write in the fixtures, by language. Written by hand, not taken from the parser. */
export type Language =
  | "en"
  | "de"
  | "fr"
  | "es"
  | "pt"
  | "ru"
  | "uk"
  | "pl"
  | "tr"
  | "el"
  | "ar"
  | "he"
  | "ja"
  | "zh"
  | "tw"
  | "ko";

export interface LanguageTexts {
  /** A character set that programs used before UTF-8. */
  readonly legacyCharset: string;
  readonly sender: string;
  readonly subject: string;
  /** A message of three paragraphs. */
  readonly message: readonly [string, string, string];
  /** The lines of the operator's mail, which the sender answers. */
  readonly earlier: readonly [string, string, string];
  /** Answers to the second and third line of the operator. */
  readonly answers: readonly [string, string];
  readonly closing: string;
  /** Name, position, company, telephone number and address of a company signature. */
  readonly company: readonly string[];
}

export const languages: Readonly<Record<Language, LanguageTexts>> = {
  en: {
    legacyCharset: "iso-8859-1",
    sender: "Emma Clarke",
    subject: "Order 20417 has not arrived",
    message: [
      "Hello,",
      "my order 20417 should have arrived last Friday. The tracking page still says: in transit.",
      "Could you please check where it is? I need the shoes by 14:00 on Saturday 😀",
    ],
    earlier: [
      "Thank you for your message.",
      "Which size did you order?",
      "Is the delivery address still 12 Mill Lane?",
    ],
    answers: ["Size 42, in black.", "No, I moved. The new address is 7 Station Road."],
    closing: "Kind regards,",
    company: [
      "Emma Clarke",
      "Head of Purchasing",
      "Northwind Traders Ltd",
      "Phone: +44 20 7946 0123",
      "www.northwind.example",
    ],
  },
  de: {
    legacyCharset: "iso-8859-15",
    sender: "Jürgen Weiß",
    subject: "Bestellung 20417 ist nicht angekommen",
    message: [
      "Guten Tag,",
      "meine Bestellung 20417 sollte letzten Freitag kommen. In der Verfolgung steht: unterwegs.",
      "Können Sie bitte prüfen, wo sie ist? Ich brauche die Schuhe für Samstag. Größe 42 für 89 €.",
    ],
    earlier: [
      "Vielen Dank für Ihre Nachricht.",
      "Welche Größe haben Sie bestellt?",
      "Ist die Lieferadresse noch Mühlweg 12?",
    ],
    answers: ["Größe 42, in Schwarz.", "Nein, ich bin umgezogen. Neue Adresse: Bahnhofstraße 7."],
    closing: "Mit freundlichen Grüßen",
    company: [
      "Jürgen Weiß",
      "Leiter Einkauf",
      "Nordwind Handel GmbH",
      "Telefon: +49 30 901820",
      "www.nordwind.example",
      "Amtsgericht Berlin HRB 12345",
    ],
  },
  fr: {
    legacyCharset: "windows-1252",
    sender: "Hélène Lefèvre",
    subject: "Commande 20417 non reçue",
    message: [
      "Bonjour,",
      "ma commande 20417 devait arriver vendredi dernier. Le suivi indique toujours : en transit.",
      "Pouvez-vous vérifier où elle se trouve ? J’ai besoin des chaussures pour samedi.",
    ],
    earlier: [
      "Merci pour votre message.",
      "Quelle pointure avez-vous commandée ?",
      "L’adresse est-elle toujours 12 rue du Moulin ?",
    ],
    answers: ["Pointure 42, en noir.", "Non, j’ai déménagé : 7 avenue de la Gare."],
    closing: "Bien cordialement,",
    company: [
      "Hélène Lefèvre",
      "Responsable des achats",
      "Vent du Nord SAS",
      "Tél. : +33 1 70 18 99 00",
      "www.ventdunord.example",
    ],
  },
  es: {
    legacyCharset: "iso-8859-1",
    sender: "Íñigo Muñoz",
    subject: "El pedido 20417 no ha llegado",
    message: [
      "Hola:",
      "mi pedido 20417 debía llegar el viernes pasado. En el seguimiento pone: en tránsito.",
      "¿Podrían comprobar dónde está? Necesito los zapatos para el sábado.",
    ],
    earlier: [
      "Gracias por su mensaje.",
      "¿Qué talla pidió?",
      "¿La dirección sigue siendo calle del Molino 12?",
    ],
    answers: ["Talla 42, en negro.", "No, me he mudado. La nueva es avenida de la Estación 7."],
    closing: "Un cordial saludo,",
    company: [
      "Íñigo Muñoz",
      "Jefe de compras",
      "Viento Norte S.L.",
      "Tel.: +34 910 123 456",
      "www.vientonorte.example",
    ],
  },
  pt: {
    legacyCharset: "iso-8859-1",
    sender: "João Conceição",
    subject: "O pedido 20417 não chegou",
    message: [
      "Olá,",
      "o meu pedido 20417 devia ter chegado na sexta-feira. O rastreio diz: em trânsito.",
      "Podem verificar onde está? Preciso dos sapatos até sábado. Obrigado desde já!",
    ],
    earlier: [
      "Obrigado pela sua mensagem.",
      "Que tamanho encomendou?",
      "A morada ainda é Rua do Moinho 12?",
    ],
    answers: ["Tamanho 42, em preto.", "Não, mudei de casa. A nova é Avenida da Estação 7."],
    closing: "Atenciosamente,",
    company: [
      "João Conceição",
      "Chefe de compras",
      "Vento Norte Lda",
      "Telefone: +351 210 123 456",
      "www.ventonorte.example",
    ],
  },
  ru: {
    legacyCharset: "koi8-r",
    sender: "Ольга Смирнова",
    subject: "Заказ 20417 не пришёл",
    message: [
      "Здравствуйте!",
      "Мой заказ 20417 должен был прийти в пятницу. На странице отслеживания написано: в пути.",
      "Проверьте, пожалуйста, где он. Обувь нужна мне к субботе.",
    ],
    earlier: [
      "Спасибо за ваше сообщение.",
      "Какой размер вы заказали?",
      "Адрес доставки по-прежнему Мельничная, 12?",
    ],
    answers: ["Размер 42, чёрные.", "Нет, я переехала. Новый адрес: Вокзальная, 7."],
    closing: "С уважением,",
    company: [
      "Ольга Смирнова",
      "Начальник отдела закупок",
      "ООО «Северный ветер»",
      "Тел.: +7 495 123-45-67",
      "www.severveter.example",
    ],
  },
  uk: {
    legacyCharset: "windows-1251",
    sender: "Олена Ковальчук",
    subject: "Замовлення 20417 не надійшло",
    message: [
      "Добрий день!",
      "Моє замовлення 20417 мало прийти в п’ятницу. На сторінці відстеження вказано: у дорозі.",
      "Перевірте, будь ласка, де воно. Взуття потрібне мені до суботи. Їжаки!",
    ],
    earlier: [
      "Дякуємо за ваше повідомлення.",
      "Який розмір ви замовили?",
      "Адреса доставки досі Млинова, 12?",
    ],
    answers: ["Розмір 42, чорні.", "Ні, я переїхала. Нова адреса: Вокзальна, 7."],
    closing: "З повагою,",
    company: [
      "Олена Ковальчук",
      "Керівниця відділу закупівель",
      "ТОВ «Північний вітер»",
      "Тел.: +380 44 123 45 67",
      "www.pivvit.example",
    ],
  },
  pl: {
    legacyCharset: "iso-8859-2",
    sender: "Łukasz Wójcik",
    subject: "Zamówienie 20417 nie dotarło",
    message: [
      "Dzień dobry,",
      "moje zamówienie 20417 miało dotrzeć w piątek. Na stronie śledzenia jest: w drodze.",
      "Czy mogą Państwo sprawdzić, gdzie ono jest? Buty są mi potrzebne na sobotę.",
    ],
    earlier: [
      "Dziękujemy za wiadomość.",
      "Jaki rozmiar został zamówiony?",
      "Czy adres to nadal ul. Młyńska 12?",
    ],
    answers: ["Rozmiar 42, czarne.", "Nie, przeprowadziłem się. Nowy adres to ul. Dworcowa 7."],
    closing: "Z poważaniem",
    company: [
      "Łukasz Wójcik",
      "Kierownik zakupów",
      "Północny Wiatr Sp. z o.o.",
      "tel. +48 22 123 45 67",
      "www.polnocnywiatr.example",
    ],
  },
  tr: {
    legacyCharset: "iso-8859-9",
    sender: "Ayşe Yılmaz",
    subject: "20417 numaralı sipariş gelmedi",
    message: [
      "Merhaba,",
      "20417 numaralı siparişim geçen cuma gelmeliydi. Takip sayfasında hâlâ şu yazıyor: yolda.",
      "Nerede olduğunu kontrol edebilir misiniz? Ayakkabılar cumartesiye lazım.",
    ],
    earlier: [
      "Mesajınız için teşekkür ederiz.",
      "Hangi numarayı sipariş ettiniz?",
      "Teslimat adresi hâlâ Değirmen Sokak 12 mi?",
    ],
    answers: ["42 numara, siyah.", "Hayır, taşındım. Yeni adres: İstasyon Caddesi 7."],
    closing: "Saygılarımla,",
    company: [
      "Ayşe Yılmaz",
      "Satın Alma Müdürü",
      "Kuzey Rüzgârı A.Ş.",
      "Tel: +90 212 123 45 67",
      "www.kuzeyruzgari.example",
    ],
  },
  el: {
    legacyCharset: "iso-8859-7",
    sender: "Ελένη Παπαδοπούλου",
    subject: "Η παραγγελία 20417 δεν έφτασε",
    message: [
      "Καλημέρα,",
      "η παραγγελία μου 20417 έπρεπε να φτάσει την Παρασκευή. Η σελίδα γράφει: καθ' οδόν.",
      "Μπορείτε να ελέγξετε πού βρίσκεται; Χρειάζομαι τα παπούτσια για το Σάββατο.",
    ],
    earlier: [
      "Ευχαριστούμε για το μήνυμά σας.",
      "Ποιο νούμερο παραγγείλατε;",
      "Η διεύθυνση είναι ακόμη Μύλου 12;",
    ],
    answers: ["Νούμερο 42, μαύρα.", "Όχι, μετακόμισα. Η νέα είναι Σταθμού 7."],
    closing: "Με εκτίμηση,",
    company: [
      "Ελένη Παπαδοπούλου",
      "Υπεύθυνη αγορών",
      "Βοριάς ΑΕ",
      "Τηλ.: +30 210 123 4567",
      "www.vorias.example",
    ],
  },
  ar: {
    legacyCharset: "windows-1256",
    sender: "ليلى حسن",
    subject: "الطلب 20417 لم يصل",
    message: [
      "مرحبا،",
      "كان يجب أن يصل طلبي 20417 يوم الجمعة الماضي. صفحة التتبع تقول: في الطريق.",
      "هل يمكنكم معرفة مكانه؟ أحتاج الحذاء يوم السبت.",
    ],
    earlier: ["شكرا على رسالتك.", "ما المقاس الذي طلبته؟", "هل العنوان ما زال شارع الطاحونة 12؟"],
    answers: ["مقاس 42، أسود.", "لا، لقد انتقلت. العنوان الجديد: شارع المحطة 7."],
    closing: "مع أطيب التحيات،",
    company: [
      "ليلى حسن",
      "مديرة المشتريات",
      "شركة ريح الشمال",
      "هاتف: +971 4 123 4567",
      "www.shamal.example",
    ],
  },
  he: {
    legacyCharset: "windows-1255",
    sender: "נועה לוי",
    subject: "הזמנה 20417 לא הגיעה",
    message: [
      "שלום,",
      "הזמנה 20417 שלי הייתה אמורה להגיע ביום שישי. בדף המעקב כתוב: בדרך.",
      "אפשר לבדוק איפה היא? אני צריכה את הנעליים לשבת.",
    ],
    earlier: ["תודה על פנייתך.", "איזו מידה הזמנת?", "האם הכתובת עדיין רחוב הטחנה 12?"],
    answers: ["מידה 42, בשחור.", "לא, עברתי דירה. הכתובת החדשה: רחוב התחנה 7."],
    closing: "בברכה,",
    company: [
      "נועה לוי",
      "מנהלת רכש",
      "רוח צפונית בע״מ",
      "טל: +972 3 123 4567",
      "www.ruach.example",
    ],
  },
  ja: {
    legacyCharset: "iso-2022-jp",
    sender: "佐藤花子",
    subject: "注文20417が届きません",
    message: [
      "お世話になっております。",
      "先週の金曜日に届くはずの注文20417がまだ届いていません。追跡ページには配送中と表示されています。",
      "どこにあるか確認していただけますか。土曜日までに靴が必要です。",
    ],
    earlier: [
      "お問い合わせありがとうございます。",
      "ご注文のサイズは何センチですか。",
      "お届け先は水車町12番地のままでよろしいですか。",
    ],
    answers: ["26センチの黒です。", "いいえ、引っ越しました。新しい住所は駅前通り7番地です。"],
    closing: "よろしくお願いいたします。",
    company: [
      "佐藤花子",
      "購買部長",
      "北風商事株式会社",
      "電話: 03-1234-5678",
      "https://kitakaze.example/",
    ],
  },
  zh: {
    legacyCharset: "gb18030",
    sender: "王芳",
    subject: "订单20417没有收到",
    message: [
      "您好：",
      "我的订单20417上周五就应该到了，物流页面一直显示：运输中。",
      "请帮我查一下包裹在哪里？我星期六要穿这双鞋。",
    ],
    earlier: ["感谢您的来信。", "请问您订购的是什么尺码？", "收货地址还是磨坊路12号吗？"],
    answers: ["42码，黑色。", "不是，我搬家了。新地址是车站路7号。"],
    closing: "祝好",
    company: [
      "王芳",
      "采购经理",
      "北风贸易有限公司",
      "电话：+86 10 1234 5678",
      "www.beifeng.example",
    ],
  },
  tw: {
    legacyCharset: "big5",
    sender: "陳怡君",
    subject: "訂單20417沒有收到",
    message: [
      "您好：",
      "我的訂單20417上週五就應該到了，追蹤頁面一直顯示：運送中。",
      "請幫我查一下包裹在哪裡？我星期六要穿這雙鞋。",
    ],
    earlier: ["感謝您的來信。", "請問您訂購的是什麼尺寸？", "收件地址還是磨坊路12號嗎？"],
    answers: ["42號，黑色。", "不是，我搬家了。新地址是車站路7號。"],
    closing: "謝謝",
    company: [
      "陳怡君",
      "採購經理",
      "北風貿易有限公司",
      "電話：+886 2 1234 5678",
      "www.beifong.example",
    ],
  },
  ko: {
    legacyCharset: "euc-kr",
    sender: "김민지",
    subject: "주문 20417이 도착하지 않았습니다",
    message: [
      "안녕하세요,",
      "지난 금요일에 도착해야 할 주문 20417이 아직 오지 않았습니다. 조회 화면에는 배송 중이라고 나옵니다.",
      "어디에 있는지 확인해 주시겠어요? 토요일까지 신발이 필요합니다.",
    ],
    earlier: [
      "문의해 주셔서 감사합니다.",
      "어떤 사이즈를 주문하셨나요?",
      "배송지는 아직 물레방아길 12번지인가요?",
    ],
    answers: ["265 사이즈 검은색입니다.", "아니요, 이사했습니다. 새 주소는 역전로 7번지입니다."],
    closing: "감사합니다.",
    company: [
      "김민지",
      "구매팀장",
      "북풍상사 주식회사",
      "전화: +82 2 1234 5678",
      "www.bukpung.example",
    ],
  },
};
