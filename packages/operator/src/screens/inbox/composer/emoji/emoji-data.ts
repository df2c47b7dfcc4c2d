import enEmoji from "emojibase-data/en/data.json?url";
import enMessages from "emojibase-data/en/messages.json?url";
import enCodes from "emojibase-data/en/shortcodes/github.json?url";
import ruEmoji from "emojibase-data/ru/data.json?url";
import ruMessages from "emojibase-data/ru/messages.json?url";
import type { EmojiData } from "frimousse";
import type { Locale } from "../../../../text/index.ts";

/** Newest emoji version that is shown (2021). Systems in use show newer emoji as empty boxes. */
const maxEmojiVersion = 14;
/** Emojibase group of skin tones and hair styles, which are not emoji by themselves. */
const componentGroup = 2;
const skinTones = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;
const dataUrls = { en: [enEmoji, enMessages], ru: [ruEmoji, ruMessages] } as const;

interface EmojibaseEntry {
  readonly emoji: string;
  readonly hexcode: string;
  readonly label: string;
  readonly version: number;
  readonly group?: number;
  /** Position in the standard order of emoji. */
  readonly order?: number;
  readonly tags?: readonly string[];
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[];
}
interface EmojibaseMessages {
  readonly groups: readonly {
    readonly key: string;
    readonly message: string;
    readonly order: number;
  }[];
  readonly skinTones: readonly { readonly key: string; readonly message: string }[];
}

const cachedData = new Map<Locale, Promise<EmojiData>>();

/** Loads names and terms of all emoji, once per language. A later call repeats a failed request. */
export function emojiData(locale: Locale): Promise<EmojiData> {
  let data = cachedData.get(locale);
  if (data === undefined) {
    data = loadEmojiData(locale);
    data.catch(() => cachedData.delete(locale));
    cachedData.set(locale, data);
  }
  return data;
}

async function loadEmojiData(locale: Locale): Promise<EmojiData> {
  const [entries, messages, codes] = await Promise.all([
    fetchJson<readonly EmojibaseEntry[]>(dataUrls[locale][0]),
    fetchJson<EmojibaseMessages>(dataUrls[locale][1]),
    fetchJson<Readonly<Record<string, string | readonly string[]>>>(enCodes),
  ]);
  const visibleEntries = entries
    .filter(
      ({ group, version }) =>
        group !== undefined && group !== componentGroup && version <= maxEmojiVersion,
    )
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const names = new Map(messages.skinTones.map(({ key, message }) => [key, message]));
  return {
    locale,
    emojis: visibleEntries.map(
      ({ emoji, hexcode, label, version, group = 0, tags = [], skins }) => ({
        emoji,
        label,
        version,
        category: group,
        // Puts short codes in colons, so that they can be told apart from search terms.
        tags: [...tags, ...[codes[hexcode] ?? []].flat().map((code) => `:${code}:`)],
        skins: skins ? toSkinTones(skins, emoji) : undefined,
      }),
    ),
    categories: messages.groups
      .filter(({ order }) => order !== componentGroup)
      .map(({ order, message }) => ({
        index: order,
        label: message.charAt(0).toLocaleUpperCase(locale) + message.slice(1),
      })),
    skinTones: Object.fromEntries(
      skinTones.map((tone) => [tone, names.get(tone) ?? tone]),
    ) as EmojiData["skinTones"],
  };
}

function toSkinTones(
  skins: NonNullable<EmojibaseEntry["skins"]>,
  plain: string,
): Record<(typeof skinTones)[number], string> {
  const findSkin = (tone: number) => skins.find((skin) => skin.tone === tone)?.emoji ?? plain;
  return Object.fromEntries(skinTones.map((name, index) => [name, findSkin(index + 1)])) as Record<
    (typeof skinTones)[number],
    string
  >;
}

async function fetchJson<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the emoji could not be read: ${response.status}`);
  return (await response.json()) as T;
}
