import { getPersonRequest, personRequests } from "@parlour/protocol/entity/widget/person-requests";
import { describe, expect, it } from "vitest";
import { closingLanguages, isClosing } from "./closing-words.ts";
import { detectLanguage, isLikeLanguage } from "./language.ts";
import { isPersonRequested, requestLanguages } from "./person-request.ts";
import { sentenceLanguages } from "./sentences.ts";

/** In each language of the chat window: a wish for a person, and a question that is none. */
const messages: Readonly<Record<string, readonly [wish: string, question: string]>> = {
  ar: ["أريد التحدث مع موظف", "أين طردي؟ لقد طلبته قبل أسبوع"],
  bg: ["Искам да говоря с човек", "Къде е моята пратка? Поръчах я преди седмица"],
  cs: ["Chci mluvit s člověkem", "Kde je můj balík? Objednal jsem ho před týdnem"],
  da: ["Jeg vil tale med et menneske", "Hvor er min pakke? Jeg bestilte den for en uge siden"],
  de: [
    "Ich möchte mit einem Menschen sprechen",
    "Wo ist mein Paket? Ich habe es letzte Woche bestellt",
  ],
  el: ["Θέλω να μιλήσω με άνθρωπο", "Πού είναι το δέμα μου; Το παρήγγειλα πριν μια εβδομάδα"],
  en: ["I want to talk to a human", "Where is my parcel? I ordered it a week ago"],
  es: ["Quiero hablar con una persona", "¿Dónde está mi pedido? Lo compré hace una semana"],
  fi: ["Haluan puhua ihmisen kanssa", "Missä pakettini on? Tilasin sen viikko sitten"],
  fr: ["Je veux parler à un humain", "Où est mon colis ? Je l’ai commandé il y a une semaine"],
  hu: ["Emberrel szeretnék beszélni", "Hol van a csomagom? Egy hete rendeltem"],
  id: ["Saya ingin bicara dengan petugas", "Di mana paket saya? Saya memesannya seminggu lalu"],
  it: ["Vorrei parlare con un operatore", "Dov’è il mio pacco? L’ho ordinato una settimana fa"],
  ja: ["担当者と話したいです", "荷物はどこですか？一週間前に注文しました"],
  ko: ["상담원 연결해 주세요", "제 소포는 어디에 있나요? 일주일 전에 주문했어요"],
  nl: ["Ik wil een medewerker spreken", "Waar is mijn pakket? Ik heb het een week geleden besteld"],
  pl: ["Chcę rozmawiać z człowiekiem", "Gdzie jest moja paczka? Zamówiłem ją tydzień temu"],
  pt: ["Quero falar com uma pessoa", "Onde está a minha encomenda? Comprei-a há uma semana"],
  ro: ["Vreau să vorbesc cu un operator", "Unde este coletul meu? L-am comandat acum o săptămână"],
  ru: ["Хочу поговорить с человеком", "Где моя посылка? Я заказал её неделю назад"],
  sv: ["Jag vill prata med en människa", "Var är mitt paket? Jag beställde det för en vecka sedan"],
  tr: ["Bir temsilci ile konuşmak istiyorum", "Paketim nerede? Onu bir hafta önce sipariş ettim"],
  uk: ["Хочу поговорити з оператором", "Де моя посилка? Я замовив її тиждень тому"],
  vi: ["Tôi muốn nói chuyện với nhân viên", "Bưu kiện của tôi ở đâu? Tôi đã đặt nó một tuần trước"],
  zh: ["我要转人工客服", "我的包裹在哪里？我一周前就下单了"],
};

describe("words of agents", () => {
  it("[AGENT-031] the button of the chat window asks for a person in each of its languages", () => {
    const wrong = Object.entries(personRequests).filter(([, text]) => !isPersonRequested(text));
    expect(wrong).toEqual([]);
    expect(["de-AT", "zh", "xx", undefined].map(getPersonRequest)).toEqual([
      personRequests.de,
      personRequests.zh,
      personRequests.en,
      personRequests.en,
    ]);
  });

  it("[AGENT-030] a wish for a person is found in each language of the chat window, a question is none", () => {
    const wrong = Object.entries(messages).filter(
      ([, [wish, question]]) => !isPersonRequested(wish) || isPersonRequested(question),
    );
    expect(wrong).toEqual([]);
    expect([...requestLanguages].sort()).toEqual(Object.keys(messages).sort());
    expect([...sentenceLanguages].sort()).toEqual(Object.keys(messages).sort());
  });
  it("[AGENT-030] one word is a wish, and the word inside a question is none", () => {
    expect(["Operator!", "human please", "Оператор", "人工"].map(isPersonRequested)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(
      [
        "Which tour operator do you sell travels of?",
        "Is the cream tested on human skin in laboratories?",
        "Wie viele Menschen passen in das Zelt?",
        "",
      ].map(isPersonRequested),
    ).toEqual([false, false, false, false]);
  });
  it("[AGENT-112] thanks, a goodbye and ok end a talk in each language of the chat window, a question does not", () => {
    const closing = [
      "Thanks, that is all",
      "Thanks, that's all!",
      "thank you so much for your help 🙏",
      "OK thanks, bye",
      "👍",
      "Vielen Dank für die Hilfe!",
      "Danke, das war's",
      "Ok, super",
      "Merci beaucoup, bonne journée",
      "¡Muchas gracias!",
      "Grazie mille, va bene",
      "Obrigado pela ajuda",
      "Dziękuję bardzo",
      "Спасибо большое, всё понятно",
      "Дякую, це все",
      "Bedankt, tot ziens",
      "Tack så mycket",
      "Teşekkür ederim",
      "ありがとうございました。",
      "了解です、ありがとう！",
      "谢谢，好的",
      "감사합니다!",
      "شكرا جزيلا",
      "Ευχαριστώ πολύ",
      "Cảm ơn bạn nhiều",
      "Terima kasih banyak",
    ];
    expect(closing.filter((text) => !isClosing(text, { isAnswer: false }))).toEqual([]);
    const open = [
      ...Object.values(messages).flat(),
      "Thanks, but where is my parcel?",
      "Thanks. Where is my parcel",
      "ok?",
      "Danke, aber das hilft mir nicht",
      "No",
      "Yes",
      "Good morning",
      "12345",
      "",
      "Спасибо, а когда доставка",
    ];
    expect(open.filter((text) => isClosing(text, { isAnswer: false }))).toEqual([]);
    expect([...closingLanguages].sort()).toEqual(Object.keys(messages).sort());
    // Behind a question of the agent, it is an answer.
    expect(
      ["Ok", "👍", "Alles klar"].filter((text) => isClosing(text, { isAnswer: true })),
    ).toEqual([]);
    expect(isClosing("No thanks", { isAnswer: true })).toBe(true);
  });
  it("[AGENT-022] the language of a message is detected, a few letters are not", async () => {
    const detected = await Promise.all(
      Object.entries(messages).map(async ([language, [, question]]) => [
        language,
        isLikeLanguage(language, await detectLanguage(question)),
      ]),
    );
    expect(detected.filter(([, isRight]) => isRight === false)).toEqual([]);
    expect(await detectLanguage("ok")).toBeNull();
    expect(await detectLanguage("https://shop.example/de/meine-bestellung")).toBeNull();
    expect(isLikeLanguage("de", "fr")).toBe(false);
    expect(isLikeLanguage("de", null)).toBe(true);
  });
});
