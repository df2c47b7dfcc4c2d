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
 * Minimum number of different characters in addition to parts of the operator's own email address.
 */
const minOtherCharacters = 8;

/**
 * Returns why a password is rejected, or null. The length is counted in characters, and any
 * character is allowed (reliability.md 6). Rejected as common: repeated characters or short parts,
 * sequences of the alphabet, digits or keyboard, neighbouring keys, and common words with digits or
 * signs. `email`: the operator's own address, which is rejected too.
 */
export function validatePassword(password: string, email: string | null = null): string | null {
  const length = Array.from(password).length;
  if (length < 12) return "A password needs at least 12 characters.";
  if (length > 256) return "A password has at most 256 characters.";
  const lowerCase = password.toLowerCase();
  if (email !== null && containsEmailPart(lowerCase, email.toLowerCase()))
    return "This password contains your e-mail address. Choose another one.";
  return isCommon(lowerCase) || isKeyWalk(lowerCase)
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
    : commonWords.has(core) || commonWords.has(undoLeet(core)) || isWordPair(core);
}
/**
 * Returns whether the text is a repetition, such as `aaaaaaaaaaaa`, `abcabcabcabc` or
 * `passwordpassword`.
 */
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
/**
 * Returns whether the text is a part of the alphabet, the digits or the keyboard, forwards or
 * backwards.
 */
function isSequence(text: string): boolean {
  const reversed = Array.from(text).toReversed().join("");
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
/**
 * Returns whether the password is the email address, or a part of its local part with few other
 * characters.
 */
function containsEmailPart(password: string, email: string): boolean {
  if (password.includes(email)) return true;
  const local = email.split("@")[0] ?? "";
  const pieces = [local, ...local.split(/[^\p{L}\p{N}]+/u)].filter((piece) => piece.length >= 4);
  return pieces.some(
    (piece) =>
      password.includes(piece) && new Set(password.replaceAll(piece, "")).size < minOtherCharacters,
  );
}
function isWordPair(text: string): boolean {
  for (let i = 3; i <= text.length - 3; i++)
    if (commonWords.has(text.slice(0, i)) && commonWords.has(text.slice(i))) return true;
  return false;
}
function undoLeet(text: string): string {
  return text.replace(
    /[013457]/g,
    (digit) => ({ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t" })[digit] ?? digit,
  );
}
