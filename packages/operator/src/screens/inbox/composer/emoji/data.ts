import enEmoji from "emojibase-data/en/data.json?url";
import enMessages from "emojibase-data/en/messages.json?url";
import enCodes from "emojibase-data/en/shortcodes/github.json?url";
import ruEmoji from "emojibase-data/ru/data.json?url";
import ruMessages from "emojibase-data/ru/messages.json?url";
import type { EmojiData } from "frimousse";
import type { Locale } from "../../../../text/index.ts";

/** Newest emoji version shown (2021). Systems in use show newer emoji as empty boxes. */
const newest = 14;
/** Emojibase group of skin tones and hair, which are not emoji of their own. */
const componentGroup = 2;
const tones = ["light", "medium-light", "medium", "medium-dark", "dark"] as const;
const addresses = { en: [enEmoji, enMessages], ru: [ruEmoji, ruMessages] } as const;

interface Entry {
  readonly emoji: string;
  readonly hexcode: string;
  readonly label: string;
  readonly version: number;
  readonly group?: number;
  /** Position in the standard order. */
  readonly order?: number;
  readonly tags?: readonly string[];
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[];
}
interface Messages {
  readonly groups: readonly { readonly key: string; readonly message: string; readonly order: number }[];
  readonly skinTones: readonly { readonly key: string; readonly message: string }[];
}

const loaded = new Map<Locale, Promise<EmojiData>>();

/**
 * Loads names and search terms of all emoji in a language from this server, once. Rejects without a
 * connection, and can then be called again.
 */
export function emojiData(locale: Locale): Promise<EmojiData> {
  let data = loaded.get(locale);
  if (data === undefined) {
    data = load(locale);
    data.catch(() => loaded.delete(locale));
    loaded.set(locale, data);
  }
  return data;
}

async function load(locale: Locale): Promise<EmojiData> {
  const [entries, messages, codes] = await Promise.all([
    read<readonly Entry[]>(addresses[locale][0]),
    read<Messages>(addresses[locale][1]),
    read<Readonly<Record<string, string | readonly string[]>>>(enCodes),
  ]);
  const shown = entries
    .filter(({ group, version }) => group !== undefined && group !== componentGroup && version <= newest)
    .toSorted((a, b) => (a.order ?? 0) - (b.order ?? 0));
  const names = new Map(messages.skinTones.map(({ key, message }) => [key, message]));
  return {
    locale,
    emojis: shown.map(({ emoji, hexcode, label, version, group = 0, tags = [], skins }) => ({
      emoji,
      label,
      version,
      category: group,
      // Short codes are in colons, to tell these names from search terms.
      tags: [...tags, ...[codes[hexcode] ?? []].flat().map((code) => `:${code}:`)],
      ...(skins && { skins: skinsOf(skins, emoji) }),
    })),
    categories: messages.groups
      .filter(({ order }) => order !== componentGroup)
      .map(({ order, message }) => ({ index: order, label: message.charAt(0).toLocaleUpperCase(locale) + message.slice(1) })),
    skinTones: Object.fromEntries(tones.map((tone) => [tone, names.get(tone) ?? tone])) as EmojiData["skinTones"],
  };
}

function skinsOf(skins: NonNullable<Entry["skins"]>, plain: string): Record<(typeof tones)[number], string> {
  const of = (tone: number) => skins.find((skin) => skin.tone === tone)?.emoji ?? plain;
  return Object.fromEntries(tones.map((name, index) => [name, of(index + 1)])) as Record<(typeof tones)[number], string>;
}

async function read<T>(address: string): Promise<T> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`the emoji could not be read: ${answer.status}`);
  return (await answer.json()) as T;
}
