/** Letters that a typing error can put into a word, by the script of the word. */
const alphabets: readonly { readonly script: RegExp; readonly letters: string }[] = [
  {
    script: /\p{Script=Latin}/u,
    letters: "abcdefghijklmnopqrstuvwxyzàáâãäåæçèéêëíîïñóôõöøúûüğışß",
  },
  { script: /\p{Script=Cyrillic}/u, letters: listLetters(0x430, 0x45f) },
  { script: /\p{Script=Greek}/u, letters: listLetters(0x3ac, 0x3ce) },
  { script: /\p{Script=Hebrew}/u, letters: listLetters(0x5d0, 0x5ea) },
  { script: /\p{Script=Arabic}/u, letters: listLetters(0x621, 0x64a) },
];

function listLetters(first: number, last: number): string {
  return String.fromCodePoint(...Array.from({ length: last - first + 1 }, (_, at) => first + at));
}

/** Longer words are not searched for typing errors. */
const maxLength = 24;

/** Returns the words of which a word differs by one typing error. */
export function listTypingErrors(word: string): readonly string[] {
  if (word.length > maxLength) return [];
  const alphabet = alphabets.find(({ script }) => script.test(word));
  const letters = Array.from(alphabet?.letters ?? "");
  return Array.from({ length: word.length + 1 }, (_, at) => {
    const before = word.slice(0, at);
    const after = word.slice(at);
    return [
      before + after.slice(1),
      before + after.charAt(1) + after.charAt(0) + after.slice(2),
      ...letters.flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
    ];
  }).flat();
}

/** Tells whether one letter is added, left out or replaced, or two neighbours are exchanged. */
export function isOneErrorApart(first: string, second: string): boolean {
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const [restOfShort, restOfLong] = [short.slice(at), long.slice(at)];
  if (short.length < long.length) return restOfShort === restOfLong.slice(1);
  return (
    restOfShort.slice(1) === restOfLong.slice(1) ||
    (restOfShort[0] === restOfLong[1] &&
      restOfShort[1] === restOfLong[0] &&
      restOfShort.slice(2) === restOfLong.slice(2))
  );
}
