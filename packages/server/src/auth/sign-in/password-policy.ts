/** Words on which common passwords are based, in lower case. */
const commonWords = new Set(
  (
    "password passwort passw0rd p4ssword pa55word letmein welcome qwerty qwertyuiop qwertyui asdfghjkl zxcvbnm iloveyou admin administrator changeme " +
    "default secret master monkey dragon football baseball superman batman sunshine princess starwars whatever trustno1 abc abcdef abcdefg abcdefgh " +
    "test testing tester testtest guest user username login hello helloworld computer internet company business summer winter spring autumn michael " +
    "jennifer jessica charlie jordan hunter shadow ashley bailey buster killer pepper soccer hockey ranger thomas robert daniel access flower freedom " +
    "ginger hannah matrix mustang corvette merlin maggie cookie orange cheese banana samsung google facebook youtube linkedin twitter microsoft windows " +
    "apple iphone android support service helpdesk operator parlour chat customer temp temporary demo root toor server database postgres oracle cisco " +
    "qazwsx qazwsxedc 1q2w3e4r 1q2w3e4r5t zaq12wsx q1w2e3r4 1qaz2wsx 1qaz2wsx3edc asdf asdfasdf qweasd qweasdzxc qweqwe zxcvbn mypassword yourpassword " +
    "thepassword newpassword oldpassword mysecret adminadmin passwordpassword letmeinnow welcomehome iloveyoubaby iloveyouforever opensesame " +
    "password123 password1 adminpassword rootpassword userpassword"
  ).split(" "),
);

const sequences = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
  "1q2w3e4r5t6y7u8i9o0p",
];

/** Rows of keys on English and Russian keyboards. */
const keyRows = [
  "1234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "йцукенгшщзхъ",
  "фывапролджэ",
  "ячсмитьбю",
];
/**
 * Minimum number of characters in addition to what is easy to guess: parts of the operator's own
 * email address, common words and sequences.
 */
const minOtherCharacters = 8;

/**
 * Returns why a password is rejected, or null. The length is counted in characters, and any
 * character is allowed (reliability.md 6). Rejected as common: repeated characters or short parts,
 * sequences of the alphabet, digits or keyboard, neighbouring keys, common words with digits or
 * signs, and what has few other characters. `email`: the operator's own address, which is rejected
 * too.
 */
export function validatePassword(password: string, email: string | null = null): string | null {
  const length = Array.from(password).length;
  if (length < 12) return "A password needs at least 12 characters.";
  if (length > 256) return "A password has at most 256 characters.";
  const lowerCase = password.toLowerCase();
  if (email !== null && containsEmailPart(lowerCase, email.toLowerCase()))
    return "This password contains your email address. Choose another one.";
  return isCommon(lowerCase) ||
    isKeyWalk(lowerCase) ||
    isInterleaved(lowerCase) ||
    measureEffort(lowerCase) < minOtherCharacters
    ? "This password is easy to guess. Choose another one."
    : null;
}

function isCommon(password: string): boolean {
  if (isRepetition(password)) return true;
  const alphanumeric = password.replace(/[^\p{L}\p{N}]/gu, "");
  if (alphanumeric === "") return new Set(password).size <= 3;
  if (isSequence(alphanumeric) || commonWords.has(alphanumeric) || isRepetition(alphanumeric))
    return true;
  const core = alphanumeric.replace(/^\p{N}+|\p{N}+$/gu, "");
  return core === ""
    ? isSequence(alphanumeric) || new Set(alphanumeric).size <= 3
    : commonWords.has(core);
}
/** Finds repetitions such as `aaaaaaaaaaaa`, `abcabcabcabc` or `passwordpassword`. */
function isRepetition(text: string): boolean {
  for (let size = 1; size <= text.length / 2; size++) {
    if (
      text.startsWith(
        text
          .slice(0, size)
          .repeat(Math.ceil(text.length / size))
          .slice(0, text.length),
      )
    )
      return size <= 6 || text.length % size === 0;
  }
  return false;
}
/** Part of the alphabet, the digits or the keyboard, forwards or backwards. */
function isSequence(text: string): boolean {
  const reversed = reverse(text);
  return (
    text !== "" &&
    sequences.some(
      (sequence) =>
        (sequence + sequence).includes(text) || (sequence + sequence).includes(reversed),
    )
  );
}
/**
 * Returns whether the text consists of straight lines of neighbouring keys that are at least three
 * keys long on average, such as `1qaz2wsx#EDC` or `йцукенфывапр`.
 */
function isKeyWalk(text: string): boolean {
  const keys = Array.from(undoShift(text)).map(findKey);
  let lines = 0;
  let direction: string | null = null;
  for (const [n, key] of keys.entries()) {
    const previousKey = keys[n - 1];
    if (key === null) return false;
    const step = previousKey
      ? { rows: key.row - previousKey.row, columns: key.column - previousKey.column }
      : null;
    const isNeighbour =
      step !== null && Math.max(Math.abs(step.rows), Math.abs(step.columns)) === 1;
    const nextDirection = isNeighbour ? `${step.rows} ${step.columns}` : "";
    // The second key of a line determines the direction of the line.
    if (isNeighbour && (direction === null || direction === nextDirection))
      direction = nextDirection;
    else {
      lines++;
      direction = null;
    }
  }
  return lines * 3 <= keys.length;
}
function findKey(character: string): { readonly row: number; readonly column: number } | null {
  const index = keyRows.findIndex((keys) => keys.includes(character));
  if (index === -1) return null;
  // On both keyboards the rows of letters are below the row of digits.
  return { row: index > 3 ? index - 3 : index, column: (keyRows[index] ?? "").indexOf(character) };
}
function undoShift(text: string): string {
  return text.replace(/[!@#$%^&*()]/g, (sign) => String(("!@#$%^&*()".indexOf(sign) + 1) % 10));
}
/** Returns whether the password is the email address, or mostly its local part. */
function containsEmailPart(password: string, email: string): boolean {
  if (password.includes(email)) return true;
  const local = email.split("@")[0] ?? "";
  const pieces = [local, ...local.split(/[^\p{L}\p{N}]+/u)].filter((piece) => piece.length >= 4);
  return pieces.some(
    (piece) =>
      password.includes(piece) && new Set(password.replaceAll(piece, "")).size < minOtherCharacters,
  );
}

/** Effort of a common word or a sequence within a password, compared with one other character. */
const partEffort = 2;
const minPartLength = 4;
const maxPartLength = 20;
/** Number of characters that decide about the effort of a long password. */
const maxMeasuredLength = 64;

/**
 * Returns how many characters a guess must find if common words, also backwards or with signs for
 * letters (`p@ssw0rd`), sequences and repetitions count as two (API-421).
 */
function measureEffort(password: string): number {
  const text = password.slice(0, maxMeasuredLength);
  const readings = [text, undoLeet(text, "i"), undoLeet(text, "l")];
  const efforts = [0];
  for (let end = 1; end <= text.length; end++) {
    let effort = (efforts[end - 1] ?? 0) + 1;
    for (let start = end - minPartLength; start >= Math.max(0, end - maxPartLength); start--)
      if (isPart(readings.map((reading) => reading.slice(start, end))))
        effort = Math.min(effort, (efforts[start] ?? 0) + partEffort);
    efforts.push(effort);
  }
  return efforts.at(-1) ?? 0;
}
/** Returns whether one of the readings is common. The first one is the text as written. */
function isPart(readings: readonly string[]): boolean {
  const [text = ""] = readings;
  return (
    new Set(text).size === 1 ||
    isSequence(text) ||
    readings.some((reading) => commonWords.has(reading) || commonWords.has(reverse(reading)))
  );
}
/** Every second character is of one sequence, the others of another: `q1w2e3r4t5y6`. */
function isInterleaved(text: string): boolean {
  const characters = Array.from(text);
  return [0, 1].every((offset) => {
    const half = characters.filter((_, n) => n % 2 === offset).join("");
    return isSequence(half) || isRepetition(half) || isKeyWalk(half);
  });
}
const reverse = (text: string): string => Array.from(text).toReversed().join("");
/** Letters that digits and signs stand for. */
const leetLetters: Readonly<Record<string, string>> = Object.fromEntries(
  ["0o", "3e", "4a", "5s", "7t", "8b", "9g", "@a", "$s", "+t", "€e", "|l"].map(
    (pair) => Array.from(pair) as [string, string],
  ),
);
function undoLeet(text: string, letterOfOne: "i" | "l"): string {
  return text.replace(/[01345789@$+€!|]/g, (sign) =>
    sign === "1" || sign === "!" ? letterOfOne : (leetLetters[sign] ?? sign),
  );
}
