/**
 * Words with which mail programs introduce earlier mails and signatures, in the languages that the
 * fixtures cover. Each list is one pattern, which is compared with a line or with a label.
 */
export const words = (text: string): string =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .join("|");

/** Labels of the header above an earlier mail, by field. */
const labels = {
  from: words(`from|von|de|da|van|från|fra|lähettäjä|od|от|от кого|від|від кого|kimden|gönderen|από|nadawca
    |من|מאת|差出人|送信者|发件人|發件人|寄件者|寄件人|보낸 사람|보낸사람|발신|送信元|remitente|expéditeur|mittente|absender`),
  sent: words(`sent|date|gesendet|datum|envoyé|envoyé le|enviado|enviado el|enviada|enviada em|enviado em|fecha|data
    |inviato|inviata|verzonden|skickat|dato|sendt|lähetetty|päiväys|wysłano|wysłane|data wysłania|отправлено|дата|отправлен
    |надіслано|odesláno|gönderme tarihi|gönderildi|tarih|ημερομηνία|στάλθηκε|εστάλη|تاريخ الإرسال|التاريخ|تم الإرسال
    |أُرسلت|נשלח|תאריך|送信日時|日時|日付|发送时间|發送時間|寄件日期|傳送時間|传送时间|日期|时间|보낸 날짜|날짜|보낸날짜
    |envoyée|sendetid`),
  to: words(`to|an|à|para|pour|a|aan|adresse|till|til|vastaanottaja|do|komu|adresat|кому|kime|alıcı|προς|إلى|אל|宛先|收件人|收件者
    |받는 사람|받는사람|받은사람|destinatario|destinataire`),
  cc: words(
    `cc|kopie|copie|copia|cópia|kopia|kopi|dw|копия|копія|bilgi|κοιν\\.|κοινοποίηση|نسخة|نسخة إلى|עותק|抄送|副本|참조|kopio`,
  ),
  subject:
    words(`subject|betreff|objet|sujet|objeto|asunto|assunto|oggetto|onderwerp|ämne|emne|aihe|temat|тема|konu|θέμα
    |الموضوع|נושא|件名|主题|主題|主旨|标题|標題|제목|předmět`),
} as const;
export type HeaderField = keyof typeof labels;

const labelPattern = new RegExp(
  `^\\*?(?:${Object.entries(labels)
    .map(([field, alternatives]) => `(?<${field}>${alternatives})`)
    .join("|")})\\*?\\s?[:：]\\*?(?=\\s|$|\\S)`,
  "iu",
);
/** Returns the header field with which the line begins, such as `Betreff: …`, or null. */
export function findHeaderField(line: string): HeaderField | null {
  const groups = labelPattern.exec(line)?.groups ?? {};
  const found = Object.entries(groups).find(([, text]) => text !== undefined);
  return (found?.[0] as HeaderField | undefined) ?? null;
}

/** Words that mean "forwarded", inside a line that introduces a mail. */
export const forwardWords = new RegExp(
  words(`forward|weitergeleitet|transfér|réexpédi|transmis|reenviado|encaminhad|reencaminhad|пересланн|пересылаем
    |переадресован|переслан|przekazan|przekazywan|przesłan|letilen|letilmiş|yönlendirilen|προωθημέν|προώθηση
    |معاد توجيه|المعاد توجيه|محوّلة|הועבר|שהועבר|מועבר|転送|转发|轉寄|轉發|전달|inoltrat|doorgestuurd|vidarebefordra|videresendt|välitetty`),
  "iu",
);
/** Beginning of the subject of a forwarded mail. */
export const forwardSubject = new RegExp(
  `^\\s*(?:${words(`fwd?|wg|tr|rv|enc|res enc|i|пересл|переслано|fw|vs|vb|doorst|pd|[iİ]lt|[iİ]letilen|πρθ|προώθ|إعادة توجيه|תוצאה|הועבר|転送|转发|轉寄|轉發|전달`)})\\s*[:：]`,
  "iu",
);

/** Beginning of the subject of an answer. */
export const replySubject = new RegExp(
  `^\\s*(?:${words(`re|aw|antw|antwort|sv|vs|res|rif|ref|odp|ynt|yan|απ|σχετ|отв|ha|на|відп|رد|תשובה|回复|回覆|返信|答复|答覆|회신|답장`)})\\s*(?:\\[\\d+\\]|\\(\\d+\\))?\\s*[:：]`,
  "iu",
);

/** Verbs at the end or in the middle of a line such as "On 3 March 2026, Anna wrote:". */
export const writtenBy = new RegExp(
  words(`wrote|writes|schrieb|a écrit|écrit|escribió|escreveu|ha scritto|schreef|skrev|kirjoitti|napisał|pisze|пишет
    |написал|написала|писал|пише|написав|написала|yazdı|έγραψε|كتب|كتابة ما يلي|כתב|כתבה|のメール|は書きました|さんは|写道|寫道|작성|님이 작성|님이 씀`),
  "iu",
);

/** Lines that phones and mail programs add, such as "Sent from my iPhone". */
export const programSignature = new RegExp(
  `^[[(<]{0,2}(?:${words(`sent from|sent with|sent via|get outlook for|get the new|gesendet mit|gesendet von|von meinem .{1,40} gesendet|outlook für
    |holen sie sich outlook|diese nachricht wurde von .{1,40} gesendet|envoyé de|envoyé depuis|envoyé à partir|envoyé avec|télécharger outlook|obtenez outlook
    |enviado desde|enviado con|enviado do|enviado de|enviado a partir|enviado com|enviado pelo|obtener outlook|obtenga outlook|obter o outlook|obtenha o outlook|descargar outlook
    |inviato da|отправлено с|отправлено из|получить outlook|скачать outlook|надіслано з|надіслано із|отримати outlook|wysłane z|wysłano z|wysłano za|pobierz outlook|pobierz aplikację outlook
    |yahoo mail|στάλθηκε από|εστάλη από|απεστάλη από|αποστολή από|λήψη του outlook|أُرسلت من|أرسلت من|تم الإرسال من|مرسل من|الحصول على outlook|נשלח מה|נשלח מ|קבל את outlook
    |发自我的|從我的|从我的|發自我的|获取 outlook|取得 outlook|下载 outlook|나의 .{1,40}에서 보냄|verzonden vanaf|verstuurd vanaf|skickat från|sendt fra|lähetetty`)}).{0,160}$`,
  "iu",
);
/** The same in languages that write the verb last. */
export const programSignatureEnd = new RegExp(
  `^.{2,80}(?:${words(`から送信|から送信されました|を入手|に送信|에서 보냄|에서 보냈습니다|에서 전송|다운로드|傳送|寄出|发送|gönderildi|gönderilmiştir|edinin|gesendet`)})[.。]?\\s*(?:<[^<>]*>)?$`,
  "iu",
);

/** Phrases that end a letter, as a whole line. */
export const closingPhrase = new RegExp(
  `^(?:${words(`(?:with )?(?:kind|kindest|best|warm|warmest)? ?regards|best|best wishes|yours sincerely|sincerely|yours truly|yours faithfully|cheers|thanks|many thanks|thank you|thanks and regards
    |(?:mit )?(?:freundlichen|freundliche|viele|vielen|beste|besten|liebe|herzliche|schöne|sonnige) (?:grüßen|grüsse|grüße|gruß|grüssen)|mfg|lg|vg|gruß|grüße|vielen dank|danke
    |(?:bien )?cordialement|bien à vous|salutations|meilleures salutations|sincères salutations|merci|(?:avec mes )?salutations distinguées
    |saludos|saludos cordiales|un saludo|un cordial saludo|atentamente|cordialmente|muchas gracias|gracias
    |atenciosamente|cumprimentos|(?:com os )?melhores cumprimentos|abraços|obrigado|obrigada|att
    |с уважением|с наилучшими пожеланиями|с уваж|спасибо|з повагою|з найкращими побажаннями|дякую
    |pozdrawiam|pozdrawiam serdecznie|z poważaniem|z wyrazami szacunku|pozdrowienia|dziękuję
    |saygılarımla|saygılarımızla|iyi çalışmalar|sevgiler|selamlar|teşekkürler
    |με εκτίμηση|φιλικά|με φιλικούς χαιρετισμούς|χαιρετισμούς|ευχαριστώ
    |مع التحية|مع خالص التحية|تحياتي|مع أطيب التحيات|أطيب التحيات|شكرا|شكراً|بברכה|בברכה|בכבוד רב|תודה
    |よろしくお願いします|よろしくお願いいたします|宜しくお願いいたします|敬具|祝好|此致|谢谢|謝謝|敬祝|顺祝商祺|感谢|감사합니다|고맙습니다
    |cordiali saluti|distinti saluti|saluti|met vriendelijke groet|met vriendelijke groeten|groeten|vänliga hälsningar|med vänliga hälsningar|mvh|venlig hilsen|med venlig hilsen|hilsen`)})[\\s,.!，。、！،]*$`,
  "iu",
);

/** Words of a disclaimer below a company's signature. */
export const disclaimerWords = new RegExp(
  words(`confidential|intended (?:only|solely) for|vertraulich|confidentiel|confidencial|конфиденциальн|конфіденційн|poufn|gizli|εμπιστευτικ|سرية|סודי|חסוי|機密|机密|機密|기밀|riservat
    |please consider the environment|think before you print|virus-free|scanned by|virenfrei|sans virus`),
  "iu",
);
