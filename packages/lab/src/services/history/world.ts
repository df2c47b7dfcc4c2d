import { texts } from "./texts.ts";

export interface WorldOptions {
  /** The same seed creates the same world. */
  readonly seed?: number;
  readonly operators?: number;
  readonly persons?: number;
  readonly chats?: number;
  /** Average number of messages of a chat. */
  readonly messages?: number;
  /** Number of chats with 5,000 messages. */
  readonly longChats?: number;
  /** Share of messages with a file, from 0 to 1. */
  readonly fileShare?: number;
  /** Whether some records lack their author, date or person. */
  readonly isBroken?: boolean;
}

interface WorldOperator {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}
export interface WorldPerson {
  readonly id: number;
  readonly name: string;
  /** Without address: email, phone and externalId are null. */
  readonly email: string | null;
  readonly phone: string | null;
  readonly externalId: string | null;
  readonly createdAt: number;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}
export interface WorldFile {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
  /** Whether the file was deleted, so that its address answers 404. */
  readonly isDeleted: boolean;
}
export interface WorldMessage {
  readonly id: number;
  readonly author: "visitor" | "operator" | "bot" | "system";
  readonly operator: WorldOperator | null;
  readonly text: string;
  /** Whole seconds, in milliseconds since 1970. */
  readonly at: number;
  readonly isNote: boolean;
  readonly files: readonly WorldFile[];
  readonly lacks: "author" | "date" | null;
}
export interface WorldChat {
  readonly id: number;
  readonly person: WorldPerson;
  readonly channel: "web" | "email" | "whatsapp";
  readonly startedAt: number;
  /** null: still open. */
  readonly endedAt: number | null;
  readonly operator: WorldOperator | null;
  readonly department: WorldName | null;
  readonly tags: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
  /** From 1 to 5. */
  readonly rating: { readonly score: number; readonly text: string } | null;
  readonly messages: readonly WorldMessage[];
  readonly lacks: "person" | null;
}
interface WorldName {
  readonly id: number;
  readonly name: string;
}
/** What a shop has in its chat system. Chats are ordered by their start. */
export interface World {
  readonly operators: readonly WorldOperator[];
  readonly departments: readonly WorldName[];
  readonly tags: readonly WorldName[];
  readonly replies: readonly (WorldName & { readonly text: string })[];
  readonly articles: readonly (WorldName & {
    readonly text: string;
    readonly isPublished: boolean;
    /** Number of the article of which it is the German text, or null. */
    readonly original: number | null;
  })[];
  readonly persons: readonly WorldPerson[];
  readonly chats: WorldChat[];
  readonly isBroken: boolean;
  /** Adds a chat that begins after all others. */
  addChat(): WorldChat;
}

const longChatMessages = 5_000;
const firstDay = Date.UTC(2024, 0, 2, 9);

/** Creates a world of contacts and chats. */
export function createWorld(options: WorldOptions = {}): World {
  const { seed = 1, operators = 3, persons = 40, chats = 60, longChats = 0 } = options;
  const random = createRandom(seed);
  const world: World = {
    operators: createList(operators, (id) => ({
      id,
      name: random.pick(texts.names),
      email: `operator${id}@shop.example`,
    })),
    departments: ["Sales", "Support"].map((name, index) => ({ id: index + 1, name })),
    tags: ["refund", "delivery", "vip"].map((name, index) => ({ id: index + 1, name })),
    replies: createList(3, (id) => ({ id, name: `reply${id}`, text: random.pick(texts.lines) })),
    articles: createArticles(random),
    persons: createList(persons, (id) => createPerson(random, id)),
    chats: [],
    isBroken: options.isBroken === true,
    addChat: () => createChat(random, world, options, ids),
  };
  const ids = { chat: 0, message: 0, file: 0, longChats };
  for (let n = 0; n < chats; n += 1) world.addChat();
  return world;
}

/** German texts come before the articles, as if they were changed later. */
function createArticles(random: Random): World["articles"] {
  const articles = createList(30, (id) => ({
    id,
    name: `Article ${id}`,
    text: `# Article ${id}\n\n${random.pick(texts.lines)}`,
    isPublished: id % 10 !== 0,
    original: null,
  }));
  const translations = createList(5, (original) => ({
    id: 100 + original,
    name: `Artikel ${original}`,
    text: `# Artikel ${original}`,
    isPublished: true,
    original,
  }));
  return [...translations, ...articles];
}

interface Ids {
  chat: number;
  message: number;
  file: number;
  longChats: number;
}

function createPerson(random: Random, id: number): WorldPerson {
  const hasAddress = random.next() < 0.7;
  return {
    id,
    name: random.pick(texts.names),
    email: hasAddress ? `person${id}@example.com` : null,
    phone: hasAddress && random.next() < 0.4 ? `+4420794600${10 + (id % 80)}` : null,
    externalId: hasAddress && random.next() < 0.3 ? `customer-${id}` : null,
    createdAt: firstDay - (id % 400) * 86_400_000,
    fields: { plan: random.pick(["free", "pro"]), orders: random.integer(20), is_trusted: true },
  };
}

function createChat(random: Random, world: World, options: WorldOptions, ids: Ids): WorldChat {
  const { messages = 8, fileShare = 0.1 } = options;
  const id = (ids.chat += 1);
  const isLong = ids.longChats > 0 && id % 3 === 2;
  if (isLong) ids.longChats -= 1;
  const count = isLong ? longChatMessages : 1 + random.integer(messages * 2 - 1);
  const startedAt = (world.chats.at(-1)?.startedAt ?? firstDay) + (1 + random.integer(600)) * 1_000;
  const operator = random.next() < 0.85 ? random.pick(world.operators) : null;
  let at = startedAt;
  const list = createList(count, () => {
    at += random.integer(90) * 1_000;
    return createMessage(random, { world, operator, at, fileShare, ids });
  });
  const isOpen = random.next() < 0.1;
  const chat: WorldChat = {
    id,
    person: random.pick(world.persons),
    channel: random.pick(["web", "web", "email", "whatsapp"] as const),
    startedAt,
    endedAt: isOpen ? null : at,
    operator,
    department: random.next() < 0.5 ? random.pick(world.departments) : null,
    tags: world.tags.filter(() => random.next() < 0.2).map(({ name }) => name),
    fields: random.next() < 0.3 ? { order: `A-${1000 + id}` } : {},
    rating:
      !isOpen && random.next() < 0.3
        ? { score: 1 + random.integer(5), text: random.pick(["", ...texts.lines]) }
        : null,
    messages: list,
    lacks: world.isBroken && id % 11 === 5 ? "person" : null,
  };
  world.chats.push(chat);
  return chat;
}

function createMessage(
  random: Random,
  given: {
    readonly world: World;
    readonly operator: WorldOperator | null;
    readonly at: number;
    readonly fileShare: number;
    readonly ids: Ids;
  },
): WorldMessage {
  const { world, operator, at, fileShare, ids } = given;
  const id = (ids.message += 1);
  const lot = random.next();
  const author =
    lot < 0.5
      ? "visitor"
      : lot < 0.85 && operator !== null
        ? "operator"
        : lot < 0.93
          ? "bot"
          : "system";
  const hasFile = (author === "visitor" || author === "operator") && random.next() < fileShare;
  return {
    id,
    author,
    operator: author === "operator" ? operator : null,
    text: `${random.pick(texts.lines)} ${id}`,
    at,
    isNote: author === "operator" && random.next() < 0.1,
    files: hasFile ? [createFile(random, (ids.file += 1))] : [],
    lacks: world.isBroken && author !== "system" ? lackOf(id) : null,
  };
}
const lackOf = (id: number): WorldMessage["lacks"] =>
  id % 17 === 3 ? "author" : id % 19 === 4 ? "date" : null;

const createFile = (random: Random, id: number): WorldFile => ({
  id,
  name: `${random.pick(["invoice", "photo", "счёт", "صورة"])} ${id}.txt`,
  type: "text/plain",
  bytes: Buffer.from(`file ${id} `.repeat(1 + random.integer(200))),
  isDeleted: id % 7 === 6,
});

const createList = <T>(length: number, create: (id: number) => T): T[] =>
  Array.from({ length }, (_, index) => create(index + 1));

interface Random {
  /** From 0 to 1, without 1. */
  next(): number;
  /** From 0 to `below`, without `below`. */
  integer(below: number): number;
  pick<T>(list: readonly T[]): T;
}
/** Generator of Park and Miller: the same seed gives the same numbers on every machine. */
function createRandom(seed: number): Random {
  let state = ((seed * 16_807_003) % 2_147_483_646) + 1;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
  const integer = (below: number): number => Math.floor(next() * below);
  return {
    next,
    integer,
    pick<T>(list: readonly T[]): T {
      const picked = list[integer(list.length)];
      if (picked === undefined) throw new Error("nothing to pick from");
      return picked;
    },
  };
}
