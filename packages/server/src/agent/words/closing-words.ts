import { simplify } from "./person-request.ts";

/** Phrases of messages that end a talk, in one language, in lower case between `|`. */
interface ClosingWords {
  /** Thanks and goodbyes, which need no answer at any time. */
  readonly thanks: string;
  /** `ok`, which can also answer a question. */
  readonly ok: string;
  /** Words between them, which say nothing alone. */
  readonly filler: string;
}

/** In the languages of the chat window. */
const closingWords: Readonly<Record<string, ClosingWords>> = {
  ar: {
    thanks:
      "شكرا جزيلا|شكرا لك|شكرا لكم|شكرا|الف شكر|مع السلامة|وداعا|الى اللقاء|هذا كل شيء|يعطيك العافية",
    ok: "حسنا|تمام|طيب|ممتاز|رائع|اوكي|موافق|فهمت",
    filler: "جدا|لكم|لك|كثيرا|على المساعدة|و",
  },
  bg: {
    thanks:
      "благодаря ви|благодаря|мерси|довиждане|чао|приятен ден|лек ден|това е всичко|това беше всичко",
    ok: "добре|окей|ок|супер|чудесно|ясно|разбрах",
    filler: "много|за помощта|и|ви|за отговора",
  },
  cs: {
    thanks:
      "dekuji vam|dekuji|dekuju|diky|dik|na shledanou|nashledanou|mejte se|hezky den|to je vse|to je vsechno",
    ok: "dobre|v poradku|fajn|super|skvele|jasne|rozumim|ok",
    filler: "moc|mockrat|za pomoc|a|vam|za odpoved",
  },
  da: {
    thanks:
      "mange tak|tusind tak|tak skal du have|tak|farvel|hej hej|ha en god dag|god dag|det var alt",
    ok: "okay|ok|fint|super|perfekt|godt|forstaet",
    filler: "for hjaelpen|for hjælpen|det|er|sa|og|for svaret",
  },
  de: {
    thanks:
      "vielen dank|besten dank|herzlichen dank|danke schon|dankeschon|danke sehr|danke|dank|auf wiedersehen|tschuss|tschuess|tschau|ciao|bis dann|bis bald|schonen tag|schonen abend|das war alles|das war s|das wars|mehr brauche ich nicht",
    ok: "in ordnung|alles klar|okay|ok|super|prima|perfekt|gut|verstanden|klasse|toll|passt",
    filler:
      "ihnen|dir|fur die hilfe|fur ihre hilfe|fur deine hilfe|fur die antwort|noch|einen|und|sehr|ja|dann|auch|das|ist|alles|dafur|erstmal",
  },
  el: {
    thanks:
      "ευχαριστω πολυ|σας ευχαριστω|ευχαριστω|ευχαριστουμε|αντιο|γεια σας|καλη συνεχεια|καλη μερα|αυτο ηταν",
    ok: "ενταξει|οκ|ωραια|τελεια|καταλαβα",
    filler: "πολυ|για τη βοηθεια|και|ολα",
  },
  en: {
    thanks:
      "thank you|thank u|thanks|thank|thx|ty|cheers|much appreciated|appreciate it|appreciated|goodbye|good bye|bye bye|bye|see you|have a nice day|have a good day|have a great day|that is all|that s all|thats all|that will be all|that was all|all good|nothing else|no more questions",
    ok: "okay|ok|k|alright|all right|great|perfect|good|fine|nice|cool|awesome|got it|understood|sounds good|i see|excellent|wonderful|will do",
    filler:
      "so much|very much|very|a lot|lots|for your help|for the help|for helping|for the answer|for the info|for your time|and|you|again|then|no|yes|that|is|s|it|all|i|need|for now|have a|day|anyway|much|many|really|oh|ah|well",
  },
  es: {
    thanks:
      "muchas gracias|mil gracias|gracias|adios|hasta luego|chao|que tenga un buen dia|buen dia|eso es todo|nada mas",
    ok: "vale|de acuerdo|ok|okay|perfecto|bien|genial|entendido|estupendo|listo",
    filler:
      "por la ayuda|por su ayuda|por tu ayuda|por todo|y|muy|es|eso|todo|pues|la respuesta|por",
  },
  fi: {
    thanks:
      "kiitos paljon|paljon kiitoksia|kiitoksia|kiitos|kiitti|nakemiin|hei hei|moi moi|hyvaa paivanjatkoa|siina kaikki",
    ok: "selva|ok|okei|hyva|hienoa|loistavaa|ymmarran",
    filler: "paljon|avusta|vastauksesta|ja|oli|kaikki",
  },
  fr: {
    thanks:
      "merci beaucoup|merci bien|un grand merci|merci|au revoir|bonne journee|bonne soiree|a bientot|c est tout|ce sera tout",
    ok: "d accord|daccord|ok|okay|parfait|super|tres bien|bien|entendu|c est note|compris|genial",
    filler:
      "a vous|pour votre aide|pour ton aide|pour l aide|pour la reponse|pour tout|et|c est|tout|tres|vous",
  },
  hu: {
    thanks:
      "koszonom szepen|nagyon koszonom|koszonom|koszi|koszonjuk|viszontlatasra|viszlat|szep napot|ennyi volt|ez minden",
    ok: "rendben|oke|ok|jo|szuper|remek|ertem|tokeletes",
    filler: "a segitseget|szepen|nagyon|es|a valaszt",
  },
  id: {
    thanks:
      "terima kasih banyak|terima kasih|makasih|trims|sampai jumpa|selamat tinggal|itu saja|sudah cukup",
    ok: "oke|ok|baik|baiklah|bagus|sip|mengerti|siap",
    filler: "banyak|atas bantuannya|ya|dan|kak",
  },
  it: {
    thanks:
      "grazie mille|molte grazie|mille grazie|grazie|arrivederci|buona giornata|buona serata|a presto|e tutto|questo e tutto",
    ok: "va bene|d accordo|ok|okay|perfetto|bene|ottimo|capito|benissimo",
    filler: "per l aiuto|per il suo aiuto|per tutto|per la risposta|e|molto|tutto|questo|ancora",
  },
  ja: {
    thanks:
      "ありがとうございました|ありがとうございます|有難うございます|有難うございました|ありがとう|感謝します|助かりました|さようなら|失礼します|失礼いたします|以上です|大丈夫です",
    ok: "了解しました|了解です|了解|承知しました|わかりました|分かりました|オッケー|はい|ok",
    filler: "どうも|本当に|では|よ|ね|それだけです|これ",
  },
  ko: {
    thanks:
      "감사합니다|고맙습니다|감사해요|고마워요|고마워|감사|안녕히 계세요|수고하세요|수고하셨습니다|그게 다예요|이상입니다",
    ok: "알겠습니다|알겠어요|네|넵|예|좋아요|좋습니다|오케이|확인했습니다|ok",
    filler: "정말|대단히|너무|도와주셔서|답변",
  },
  nl: {
    thanks:
      "hartelijk dank|heel erg bedankt|hartelijk bedankt|bedankt|dank u wel|dank je wel|dank u|dankjewel|dankuwel|dank|dag|tot ziens|doei|fijne dag|dat was het|dat is alles|dat was alles",
    ok: "oke|ok|okay|goed|prima|perfect|super|duidelijk|top|begrepen|in orde",
    filler:
      "voor de hulp|voor uw hulp|voor je hulp|voor het antwoord|en|heel|erg|een|nog|dan|verder",
  },
  pl: {
    thanks:
      "dziekuje bardzo|bardzo dziekuje|dziekuje|dzieki|dziekujemy|do widzenia|milego dnia|to wszystko|na razie",
    ok: "dobrze|ok|okej|w porzadku|super|swietnie|rozumiem|jasne|dobra",
    filler: "bardzo|za pomoc|za odpowiedz|i|pani|panu|jest",
  },
  pt: {
    thanks:
      "muito obrigado|muito obrigada|obrigado|obrigada|obg|valeu|agradeco|adeus|tchau|ate logo|bom dia para voce|tenha um bom dia|e so isso|e tudo|so isso|era so isso|mais nada",
    ok: "ok|okay|certo|esta bem|ta bom|perfeito|otimo|bem|entendi|beleza|combinado",
    filler: "pela ajuda|pela resposta|por tudo|e|muito|isso|tudo|mesmo",
  },
  ro: {
    thanks:
      "multumesc mult|va multumesc|multumesc frumos|multumesc|mersi|la revedere|o zi buna|pa|asta e tot|atat",
    ok: "bine|ok|in regula|perfect|super|am inteles|excelent|de acord",
    filler: "mult|frumos|pentru ajutor|pentru raspuns|si|e",
  },
  ru: {
    thanks:
      "большое спасибо|спасибо большое|спасибо|спс|благодарю вас|благодарю|до свидания|всего доброго|всего хорошего|хорошего дня|это все|это всё|больше ничего|вопросов больше нет",
    ok: "хорошо|ок|окей|ладно|понятно|понял|поняла|отлично|супер|ясно|ага",
    filler: "вам|огромное|большое|за помощь|за ответ|и|тогда|все|всё|вас|очень",
  },
  sv: {
    thanks:
      "tack sa mycket|tack sa jattemycket|stort tack|tusen tack|tack|hej da|ha en bra dag|det var allt|adjo",
    ok: "okej|ok|bra|perfekt|toppen|super|forstar|jattebra",
    filler: "for hjalpen|for svaret|sa|och|mycket|det|var|ar",
  },
  tr: {
    thanks:
      "cok tesekkur ederim|tesekkur ederim|tesekkurler|cok tesekkurler|sag olun|sagolun|sag ol|hosca kalin|gorusuruz|iyi gunler|hepsi bu|bu kadar",
    ok: "tamam|tamamdir|peki|olur|harika|super|anladim|ok|guzel",
    filler: "cok|yardiminiz icin|icin|ve|yardim",
  },
  uk: {
    thanks:
      "щиро дякую|дуже дякую|дякую|дякуємо|спасибі|до побачення|гарного дня|всього доброго|це все|більше нічого",
    ok: "добре|ок|окей|гаразд|зрозуміло|зрозумів|зрозуміла|чудово|супер|ясно",
    filler: "вам|дуже|за допомогу|за відповідь|і|та|велике",
  },
  vi: {
    thanks:
      "cam on ban|cam on rat nhieu|cam on nhieu|cam on|xin cam on|tam biet|chao ban|the thoi|vay thoi",
    ok: "vang|da|ok|oke|duoc|tot|tuyet voi|hieu roi",
    filler: "rat nhieu|nhieu|ban|a|nhe|nha|va",
  },
  zh: {
    thanks: "非常感谢|谢谢你|谢谢您|谢谢了|谢谢|多谢|感谢|謝謝|再见|拜拜|就这些|没有了|没事了",
    ok: "好的|好|行|可以|明白了|明白|知道了|了解|ok|收到",
    filler: "了|吧|哦|嗯|您|你|的|啦|帮助",
  },
};

const toWords = (text: string): string => simplify(text.replaceAll(/['’`´]/gu, " ")).trim();

type Part = keyof ClosingWords;
/** The phrases of each language, longest first. */
const phrases: readonly (readonly (readonly [phrase: string, part: Part])[])[] = Object.values(
  closingWords,
).map((words) =>
  (["thanks", "ok", "filler"] as const)
    .flatMap((part) => words[part].split("|").map((phrase) => [toWords(phrase), part] as const))
    .toSorted(([one], [other]) => other.length - one.length),
);

/** A longer message says something else too. */
const maxLength = 120;
const hasNoSpaces = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;
const pictures =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F/gu;

/**
 * Returns whether a message ends a talk and needs no answer, in any language of the chat window
 * (AGENT-112): thanks, a goodbye, `ok` or a picture of a hand. `isAnswer`: the agent has asked
 * before, so `ok` is an answer.
 */
export function isClosing(message: string, { isAnswer }: { readonly isAnswer: boolean }): boolean {
  if (message.length > maxLength || /[?？؟]/u.test(message)) return false;
  const text = toWords(message);
  if (text === "") return !isAnswer && isPicture(message);
  return phrases.some((list) => {
    const parts = split(text, list);
    return parts !== null && (parts.has("thanks") || (parts.has("ok") && !isAnswer));
  });
}

const isPicture = (message: string): boolean =>
  message.trim() !== "" && message.replaceAll(pictures, "").trim() === "";

/** Splits a text into phrases, longest first. null: it has other words. */
function split(
  text: string,
  list: readonly (readonly [phrase: string, part: Part])[],
): ReadonlySet<Part> | null {
  const parts = new Set<Part>();
  let rest = text;
  while (rest !== "") {
    const found = list.find(
      ([phrase]) =>
        rest === phrase || rest.startsWith(hasNoSpaces.test(phrase) ? phrase : `${phrase} `),
    );
    if (found === undefined) return null;
    parts.add(found[1]);
    rest = rest.slice(found[0].length).trimStart();
  }
  return parts;
}
/** Languages of the words. */
export const closingLanguages: readonly string[] = Object.keys(closingWords);
