import { domainToASCII } from "node:url";

/**
 * Addresses and numbers of texts that a model wrote, by allowance (MODEL-087): whatever a phone, a
 * browser or a messenger would make a link of must be in one of the given texts. Nothing here is a
 * list of what is bad, so a new ending of host names changes nothing.
 */

/** What a text has that can be opened, written to or called. */
interface Contacts {
  /** Host, port and path, without scheme, `www.` and a slash at the end. */
  readonly addresses: readonly Address[];
  /** Email addresses, names after `@`, and addresses with another scheme than http. */
  readonly names: readonly string[];
  readonly numbers: readonly string[];
}
interface Address {
  readonly host: string;
  /** The host without an ending of a word, as in `acme.com-on` in Hungarian. */
  readonly stem: string;
  /** Port, path and query. */
  readonly rest: string;
}

/** Returns an address or a number of the text that none of the given texts has, or null. */
export function findUnknownContact(text: string, given: readonly string[]): string | null {
  const known = new Known(given.map(readContacts));
  const { addresses, names, numbers } = readContacts(text);
  const address = addresses.find((one) => !known.hasAddress(one));
  if (address !== undefined) return address.host + address.rest;
  return (
    names.find((name) => !known.hasName(name)) ??
    numbers.find((number) => !known.hasNumber(number)) ??
    null
  );
}

/** What the given texts have, for comparison. */
class Known {
  readonly #addresses = new Set<string>();
  readonly #hosts = new Set<string>();
  readonly #names = new Set<string>();
  readonly #numbers: readonly PhoneDigits[];

  constructor(given: readonly Contacts[]) {
    for (const { host, rest } of given.flatMap(({ addresses }) => addresses)) {
      this.#hosts.add(host);
      this.#addresses
        .add(host + rest)
        .add(host + rest.replace(/[?#].*$/u, "").replace(/\/+$/u, ""));
    }
    for (const name of given.flatMap(({ names }) => names)) {
      this.#names.add(name);
      const host = name.split("@")[1];
      if (host !== undefined && host.includes(".")) this.#hosts.add(toHost(host));
    }
    this.#numbers = given
      .flatMap(({ numbers }) => numbers)
      .flatMap((number) => [number, ...splitNumber(number)])
      .map(toPhoneDigits);
  }

  hasAddress({ host, stem, rest }: Address): boolean {
    if (this.#addresses.has(host + rest)) return true;
    return rest === "" && (this.#hosts.has(host) || this.#hosts.has(stem));
  }
  hasName(name: string): boolean {
    return this.#names.has(name);
  }
  /** A number can follow hours or a count: `9-17 0900 123456`. */
  hasNumber(number: string): boolean {
    if (this.#isGiven(number)) return true;
    const parts = splitNumber(number);
    const isShort = (part: string): boolean =>
      /^(?:[^+0(]|\([^0])/u.test(part) && countDigits(part) < 5;
    return (
      parts.some((part) => this.#isGiven(part)) &&
      parts.every((part) => isShort(part) || this.#isGiven(part))
    );
  }
  #isGiven(number: string): boolean {
    const digits = toPhoneDigits(number);
    return this.#numbers.some(
      (known) => isSameNumber(known, digits) && this.#hasCountry(known, digits),
    );
  }
  /** A country that the known number lacks must be that of another one, if there is any. */
  #hasCountry(known: PhoneDigits, { kind, digits }: PhoneDigits): boolean {
    if (kind !== "country" || known.kind === "country") return true;
    const country = digits.slice(0, digits.length - known.digits.length);
    const others = this.#numbers.filter((one) => one.kind === "country");
    return others.length === 0 || others.some((one) => one.digits.startsWith(country));
  }
}

/** Scripts whose words have no spaces between them, or endings without one. */
const dense =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}";
const denseEdges = new RegExp(`(?<=[a-z0-9/_-])(?=[${dense}])|(?<=[${dense}])(?=[a-z0-9+@])`, "gu");

/**
 * Returns the text as it is compared: lower case, plain letters, digits, dots, dashes and spaces.
 */
const toPlain = (text: string): string =>
  text
    // Punctuation of Chinese and Japanese ends an address. NFKC would make it a part of it.
    .replaceAll(/[！？，；：（）、]/gu, " ")
    .normalize("NFKC")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll(/(?<=[a-z0-9])。(?=[a-z0-9])/giu, ".")
    .replaceAll("。", " ")
    .replaceAll(/[\u2010-\u2015\u2212]/gu, "-")
    .replaceAll(/[^\S\n]/gu, " ")
    .replaceAll(/[^\P{Nd}0-9]/gu, toDigit)
    .toLowerCase()
    .replaceAll(denseEdges, " ");

/** Returns the ASCII digit of a decimal digit. Unicode has them in rows of ten. */
function toDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

function readContacts(text: string): Contacts {
  const plain = toPlain(text);
  const addresses: Address[] = [];
  const names: string[] = [];
  for (const word of plain.split(/[\s<>"“”„«»‹›「」『』【】《》()[\]{}|`^\\,;!]+/u)) {
    const token = word.replace(/[.,:?'’*_~…-]+$/u, "").replace(/^[.'’*_~-]+/u, "");
    if (token === "") continue;
    const found = readToken(token);
    if (typeof found === "string") names.push(found);
    else if (found !== null) addresses.push(found);
  }
  // A link to a place of this site has no host.
  for (const [, target = ""] of plain.matchAll(/\]\( ?<?([^ \n)>]+)/gu))
    if (readToken(target) === null && !/^[a-z]+:/u.test(target)) names.push(`](${target}`);
  return { addresses, names, numbers: listNumbers(plain) };
}

/** Schemes that are opened without a slash. */
const opened =
  /(?<![a-z0-9])(https?|ftps?|mailto|tel|sms|smsto|mms|callto|fax|facetime|sip|xmpp|whatsapp|viber|skype|tg|javascript|vbscript|data|file|blob|intent|market|geo|maps|magnet|bitcoin|ethereum|about):(.+)$/u;
const slashed = /([a-z][a-z0-9+-]*):\/+(.*)$/u;
const hostRun = /[\p{L}\p{N}\p{M}_-]+(?:\.[\p{L}\p{N}\p{M}_-]+)+/gu;
/** A long run of letters and digits, such as the address of a wallet. */
const code = /[a-z0-9]{20,}/gu;

/** Returns the address or name in a word without spaces and brackets, or null. */
function readToken(token: string): Address | string | null {
  const [, scheme, rest = ""] = slashed.exec(token) ?? opened.exec(token) ?? [];
  if (scheme === "http" || scheme === "https")
    return rest.includes("@") ? rest : toAddress(rest, 0);
  // The number behind `tel:` is compared as a number, if it is long enough for one.
  if (scheme !== undefined && /^(?:mailto|tel|sms|smsto|mms|callto|fax)$/u.test(scheme)) {
    if (countDigits(rest) >= minDigits && !rest.includes("@")) return null;
    return rest;
  }
  if (scheme !== undefined) return `${scheme}:${rest}`;
  if (/^[^/]*@/u.test(token)) return readName(token);
  if (/^[0-9a-f]*:[0-9a-f:.]*$/u.test(token) && /::|(?::[^:]*){4}/u.test(token)) return token;
  for (const { 0: run, index } of token.matchAll(hostRun))
    if (isHost(run.replaceAll(/^[-_]+|[-_]+$/gu, "")))
      return toAddress(token.slice(index), run.length);
  const opaque = [...token.matchAll(code)].find(
    ([text]) => countDigits(text) > 3 && /[a-z]{3}|[a-z].*[a-z].*[a-z]/u.test(text),
  );
  return opaque?.[0] ?? null;
}

/** Returns an email address, or a name after `@`, which messengers link. */
const readName = (token: string): string | null =>
  /[^\s@/]+@[^\s@/]+\.[^\s@/]+.*/u.exec(token)?.[0].replace(/[/?#].*$/u, "") ??
  /(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{3,}/u.exec(token)?.[0] ??
  null;

/**
 * A name whose last part begins with a letter, or four numbers. `v1.2`, `z.B` and `3.5kg` are none.
 */
function isHost(run: string): boolean {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/u.test(run)) return true;
  const last = run.slice(run.lastIndexOf(".") + 1);
  return /^\p{L}/u.test(last) && (last.match(/\p{L}/gu)?.length ?? 0) > 1;
}

/** `length`: of the host at the beginning, or 0 if everything up to a slash is the host. */
function toAddress(text: string, length: number): Address {
  const end = length === 0 ? text.search(/[:/?#]|$/u) : length;
  const behind = text.slice(end);
  const isPart = /^(?::\d|[/?#])/u.test(behind);
  return {
    host: toHost(text.slice(0, end)),
    stem: toHost(text.slice(0, end).replace(/-\p{L}{1,5}$/u, "")),
    rest: isPart ? behind.replace(/[/?#.:']+$/u, "") : "",
  };
}
const toHost = (text: string): string => {
  const host = text.replaceAll(/^[-_.]+|[-_.]+$/gu, "").replace(/^www\./u, "");
  return domainToASCII(host) || host;
};

/** Numbers with fewer digits are not called: prices, years, postcodes with a word. */
const minDigits = 5;
const numberRun = /\+? ?\(?\d(?:[ ./()-]{0,3}\d)*/gu;
/** Amounts such as 12,000.50. No number of a phone has commas. */
const thousands = /(?<![\d+,.])\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?(?![\d,])/gu;
/** `*100#` starts something at the phone's network. */
const networkCode = /[*#]\d[\d*#]*#/gu;

/** Returns what a phone could call, as written. Dates, hours and amounts of money are none. */
function listNumbers(plain: string): readonly string[] {
  const text = plain.replaceAll(thousands, " ");
  const numbers = [...text.matchAll(numberRun)].filter(({ 0: run, index }) => {
    const context = text.slice(Math.max(0, index - 2), index + run.length + 2);
    const isAmount = /\p{Sc}|%/u.test(context) && countDigits(run) < 7;
    return countDigits(run) >= minDigits && !isAmount && !isTime(run.trim());
  });
  return [...numbers, ...text.matchAll(networkCode)].map(([run]) => run.trim());
}
const countDigits = (text: string): number => text.replaceAll(/\D/gu, "").length;

/** Dates and hours of day, alone or from one to the other, and ranges of years. */
function isTime(number: string): boolean {
  const date = /^(\d{1,4})([./-])(\d{1,2})(?:\2(\d{4}|\d{2}))?\.?$/u;
  return number
    .split(/(?<=\d|\.) ?- ?(?=\d{1,2}[./]|(?:19|20)\d\d$)| (?=\d{1,2}(?:\.\d\d)?$)/u)
    .every((part) => {
      if (/^(?:19|20)\d\d$/u.test(part) || /^(?:[01]?\d|2[0-4])(?:\.[0-5]\d)?$/u.test(part))
        return true;
      const [, first = "", , second = ""] = date.exec(part) ?? [];
      if (first === "") return false;
      if (first.length === 4) return /^(?:19|20)/u.test(first) && Number(second) <= 12;
      return first.length < 3 && Math.min(+first, +second) <= 12 && Math.max(+first, +second) <= 31;
    });
}

/** Returns the parts of digits that can be numbers of their own. */
const splitNumber = (number: string): readonly string[] =>
  number.split(/(?<=\d\)?) (?=\+|0|\((?!0\)))/u);

/** `kind`: how the number is dialled, with the country, with a leading 0, or as it is. */
interface PhoneDigits {
  readonly kind: "country" | "trunk" | "plain";
  /** Without `+`, `00`, `(0)` behind the country, and the leading 0. */
  readonly digits: string;
}
function toPhoneDigits(number: string): PhoneDigits {
  const digits = number.replace(/^(\+|00)(.*?)\(0\)/u, "$1$2").replaceAll(/[^\d+*#]/gu, "");
  if (/^(?:\+|00)/u.test(digits))
    return { kind: "country", digits: digits.replace(/^(?:\+|00)/u, "") };
  return digits.startsWith("0")
    ? { kind: "trunk", digits: digits.slice(1) }
    : { kind: "plain", digits };
}

/** Shortest number that is compared without its country. */
const minLocalDigits = 6;
function isSameNumber(one: PhoneDigits, other: PhoneDigits): boolean {
  if (one.digits === other.digits) return true;
  const [long, short] = one.digits.length > other.digits.length ? [one, other] : [other, one];
  const country = long.digits.length - short.digits.length;
  return (
    long.kind === "country" &&
    short.kind !== "country" &&
    short.digits.length >= minLocalDigits &&
    country <= 3 &&
    long.digits.endsWith(short.digits)
  );
}
