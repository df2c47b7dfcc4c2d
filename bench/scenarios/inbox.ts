import {
  blocksPerSlice,
  slicesPerScope,
} from "../../packages/server/src/core/search/index-words.ts";
import { toBlockQuery } from "../../packages/server/src/core/search/match-message.ts";
import { parseQuery } from "../../packages/server/src/core/search/query.ts";
import { parseVisitorSearch } from "../../packages/server/src/core/search/visitor-lexemes.ts";
import { readEntries } from "../../packages/server/src/journal/stream/read-entries.ts";
import { openPools, type Pools } from "../../packages/server/src/store/database/pools.ts";
import { countChats } from "../../packages/server/src/store/chats/list/chat-counts.ts";
import { listChats } from "../../packages/server/src/store/chats/list/chat-list.ts";
import { listMessages } from "../../packages/server/src/store/chats/message.ts";
import { searchBlockSize } from "../../packages/server/src/store/chats/search/index-blocks.ts";
import { searchChats } from "../../packages/server/src/store/chats/search/search.ts";
import { searchVisitors } from "../../packages/server/src/store/visitors/matching-visitors.ts";
import { getCpuMicros } from "../harness/process.ts";
import { seedInbox, type SeededInbox } from "../harness/inbox-seed.ts";
import {
  upperGoal,
  getQuantile,
  computeRatios,
  roundFigure,
  computeSpread,
  type Goal,
  type ScenarioResult,
} from "../harness/stats.ts";

/**
 * Measures the queries of an operator's screens with 10 k and 1 M messages in the account: the
 * server's own queries with the role of the reader. Each is compared with similar transactions on
 * the same rows (PERF-10).
 */
export interface InboxDeps {
  readonly serverUrl: string;
  readonly sizes: readonly number[];
  readonly rounds: number;
  /** Time of each query and baseline in a round, ms. */
  readonly ms: number;
  /** Names of the queries that are compared with the key read. Absent: all, with all baselines. */
  readonly questions?: readonly string[];
}

interface InboxFixture {
  readonly inbox: SeededInbox;
  readonly pools: Pools;
  /** Process id of the only connection. */
  readonly backend: number;
  readonly questions: Readonly<Record<string, () => Promise<unknown>>>;
  readonly anchors: Readonly<Record<string, () => Promise<unknown>>>;
}
type Round = ScenarioResult["rounds"][number];

export async function inboxScenario(deps: InboxDeps): Promise<readonly ScenarioResult[]> {
  const beds: InboxFixture[] = [];
  try {
    for (const size of deps.sizes)
      beds.push(select(await openFixture(deps.serverUrl, size), deps.questions));
    const rounds: Round[][] = beds.map(() => []);
    for (const bed of beds) await runRound(bed, deps.ms / 2);
    // Alternates, so that other load affects all sizes equally.
    for (let n = 0; n < deps.rounds; n++)
      for (const [at, bed] of beds.entries()) rounds[at]?.push(await runRound(bed, deps.ms));
    return beds.map((bed, at) =>
      toInboxResult(
        deps.sizes[at] ?? 0,
        bed.inbox,
        rounds[at] ?? [],
        at === 0 ? null : (rounds[0] ?? []),
      ),
    );
  } finally {
    for (const { pools, inbox } of beds) {
      await pools.close();
      await inbox.drop();
    }
  }
}

function select(bed: InboxFixture, names: readonly string[] | undefined): InboxFixture {
  if (names === undefined) return bed;
  const pick = <T>(from: Readonly<Record<string, T>>, keys: readonly string[]) =>
    Object.fromEntries(Object.entries(from).filter(([key]) => keys.includes(key)));
  return {
    ...bed,
    questions: pick(bed.questions, names),
    anchors: pick(bed.anchors, ["key read"]),
  };
}

async function openFixture(serverUrl: string, size: number): Promise<InboxFixture> {
  const inbox = await seedInbox(serverUrl, size);
  const pools = openPools(inbox.url, { readers: 1 });
  const { reader } = pools;
  const { account, operator, head, chats, largestChat: giant, words } = inbox;
  const visibility = { operatorId: operator, seesAllChats: true };
  const now = Date.now();
  const randomBelow = (below: number): number => Math.floor(Math.random() * below);
  const search = (q: string) => () =>
    searchChats(reader, account, visibility, {
      filter: { messages: { terms: parseQuery(q).terms, marks: [] } },
      limit: 20,
      hits: 3,
      sort: "best",
    });
  // As the command palette queries: messages, visitors and their chats together.
  const combinedSearch = (q: string) => async () => {
    const { terms } = parseQuery(q);
    const filter = { messages: { terms, marks: [] } };
    await Promise.all([
      searchChats(reader, account, visibility, { filter, limit: 10, hits: 3, sort: "best" }),
      searchVisitors(reader, account, visibility, {
        search: parseVisitorSearch(q, terms),
        filter,
        limit: 10,
        sort: "best",
      }),
    ]);
  };
  const blocksPerScope = blocksPerSlice * slicesPerScope;
  const scopes = Array.from(
    { length: Math.ceil((head + 1) / searchBlockSize / blocksPerScope) },
    (_, n) => n * blocksPerScope,
  );
  const { sampleVisitor: person } = inbox;
  const connection = await reader.one<{ pid: number }>(account, "select pg_backend_pid() as pid");
  return {
    inbox,
    pools,
    backend: connection?.pid ?? 0,
    questions: {
      list: () =>
        listChats(reader, account, visibility, { view: "all", sort: "activity", limit: 50, now }),
      archive: () =>
        listChats(reader, account, visibility, {
          view: "closed",
          sort: "activity",
          limit: 50,
          now,
        }),
      counters: () => countChats(reader, account, visibility, now),
      history: () =>
        listMessages(reader, account, chats[randomBelow(chats.length)] ?? 1, { limit: 50 }),
      "history in 5 %": () =>
        listMessages(reader, account, giant.id, {
          before: 51 + randomBelow(giant.messages - 50),
          limit: 50,
        }),
      resume: () =>
        readEntries(reader, account, { after: randomBelow(head - 200), upTo: head, limit: 50 }),
      "search common": search(words.common),
      "search frequent": search(words.frequent),
      "search usual": search(words.usual),
      "search rare": search(words.rare),
      "search absent": search(words.absent),
      "search beginning": search(words.usual.slice(0, 3)),
      "search two, not one": search(`${words.frequent} ${words.common} -${words.usual}`),
      "search phrase": search(`"${words.common} ${words.frequent}"`),
      "all two letters": combinedSearch(person.name.slice(0, 2)),
      "all first name": combinedSearch(person.name.split(" ")[0] ?? ""),
      "all whole name": combinedSearch(person.name),
      "all e-mail": combinedSearch(person.email),
      "all part of e-mails": combinedSearch("mail7.example.test"),
      "all phone": combinedSearch(person.phone),
      "all visitor number": combinedSearch(`#${person.number}`),
      "all order number": combinedSearch(person.order),
      "all absent": combinedSearch("zzzzz yyyyy"),
    },
    anchors: {
      // Neighbouring keys, so these are the cheapest 50 rows.
      "key read": () => {
        const from = randomBelow(head - 200);
        return reader.rows(
          account,
          "select position, seq, body from journal where account_id = $1 and position > $2 order by position limit 50",
          [account, from],
        );
      },
      "offset page": () =>
        reader.rows(
          account,
          `select c.id, c.body, (select j.body from journal j where j.account_id = $1 and j.chat_id = c.id and j.seq = a.counted_seq) from chat_activity a
             join chat c on c.account_id = a.account_id and c.id = a.chat_id where a.account_id = $1 order by a.last_at desc offset $2 limit 50`,
          [account, Math.floor(Math.min(giant.id, 40_000) / 2)],
        ),
      "uncapped search": () =>
        reader.rows(
          account,
          `select j.chat_id, max(j.position) as position from search_blocks($2, array_fill(''::text, array[cardinality($3::bigint[])]), $3, $4, 2000000000, -1) f
             join journal j on j.account_id = $1 and j.position >= f * ${searchBlockSize} and j.position < (f + 1) * ${searchBlockSize}
           where j.seq is not null and strpos(j.body, $5) > 0 group by j.chat_id order by 2 desc limit 20`,
          [
            account,
            toBlockQuery({ terms: parseQuery(`"${words.frequent}"`).terms, marks: [] }),
            scopes,
            scopes.map((first) => first + blocksPerScope - 1),
            words.frequent,
          ],
        ),
    },
  };
}

async function runRound({ questions, anchors, backend }: InboxFixture, ms: number): Promise<Round> {
  const product: Record<string, number> = {};
  const anchorFigures: Record<string, Record<string, number>> = {};
  for (const [name, ask] of Object.entries(questions)) {
    const { p50, p99, cpu } = await measure(ask, ms, backend);
    product[`${name} p50`] = p50;
    product[`${name} p99`] = p99;
    product[`${name} cpu`] = cpu;
  }
  for (const [name, ask] of Object.entries(anchors))
    anchorFigures[name] = { ...(await measure(ask, ms, backend)) };
  return { product, anchors: anchorFigures };
}
interface Timings {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /**
   * CPU microseconds of the connection's backend and of this process, which other load affects
   * least.
   */
  readonly cpu: number;
}
/** Runs the query repeatedly for `ms`, at least 20 times. */
async function measure(ask: () => Promise<unknown>, ms: number, backend: number): Promise<Timings> {
  const durations: number[] = [];
  const end = performance.now() + ms;
  const cpuSpent = (): number =>
    getCpuMicros(backend) + process.cpuUsage().user + process.cpuUsage().system;
  const before = cpuSpent();
  while (durations.length < 20 || performance.now() < end) {
    const startedAt = performance.now();
    await ask();
    durations.push(performance.now() - startedAt);
  }
  const cpu = (cpuSpent() - before) / durations.length;
  durations.sort((a, b) => a - b);
  return { p50: getQuantile(durations, 0.5), p99: getQuantile(durations, 0.99), cpu };
}

/** Maximum ratio of a query to the median key read (PERF-10). */
const maxRatios: Readonly<Record<string, number>> = {
  list: 4,
  archive: 4,
  counters: 4,
  history: 2,
  "history in 5 %": 2,
  resume: 2,
};
const maxSearchRatio = 30;
/**
 * The rare word has no message in the small account. The page of the usual one has as many chats.
 */
const pagesOfSmall: Readonly<Record<string, string>> = { "search rare": "search usual" };
/** Maximum milliseconds of the 99th percentile of searches for visitors and messages (PERF-18). */
const maxCombinedSearchMs = 100;
const isCombinedSearch = (name: string): boolean => name.startsWith("all ");

/** Builds the result of one size. `small`: rounds of the smallest size, to compare with. */
export function toInboxResult(
  size: number,
  inbox: Pick<SeededInbox, "visitors" | "largestChat" | "seconds" | "sizes">,
  rounds: readonly Round[],
  small: readonly Round[] | null,
): ScenarioResult {
  const questions = Object.keys(rounds[0]?.product ?? {}).flatMap((figure) =>
    figure.endsWith(" p50") ? [figure.slice(0, -4)] : [],
  );
  const goals: Goal[] = [];
  const allRatios: Record<string, ReturnType<typeof computeSpread>> = {};
  for (const name of questions) {
    const ratio = computeRatios(rounds, `${name} p50`, "key read", "p50");
    allRatios[`${name} / key read`] = ratio;
    allRatios[`${name} cpu / key read`] = computeRatios(rounds, `${name} cpu`, "key read", "cpu");
    if (isCombinedSearch(name))
      goals.push(
        upperGoal(
          "PERF-18",
          `${name} p99, ms`,
          maxCombinedSearchMs,
          computeSpread(rounds.map((entry) => entry.product[`${name} p99`] ?? Number.NaN)).med,
        ),
      );
    else
      goals.push(
        upperGoal("PERF-10", `${name} / key read`, maxRatios[name] ?? maxSearchRatio, ratio.med),
      );
  }
  const addRatio = (label: string, question: string, anchor: string): void => {
    if (questions.includes(question))
      allRatios[label] = computeRatios(rounds, `${question} p50`, anchor, "p50");
  };
  addRatio("frequent / uncapped search", "search frequent", "uncapped search");
  addRatio("archive / offset page", "archive", "offset page");
  if (small !== null) {
    for (const name of questions.filter((entry) => !isCombinedSearch(entry))) {
      const figure = (sourceRounds: readonly Round[], query: string, end: string): number =>
        computeSpread(sourceRounds.map((entry) => entry.product[`${query} ${end}`] ?? Number.NaN))
          .med;
      goals.push(upperGoal("PERF-10", `${name} p99, ms`, 10, figure(rounds, name, "p99")));
      goals.push(
        upperGoal(
          "PERF-10",
          `${name} here / in the small one`,
          1.5,
          figure(rounds, name, "p50") / figure(small, pagesOfSmall[name] ?? name, "p50"),
        ),
      );
    }
  }
  return {
    name: `inbox at ${size >= 1_000_000 ? `${size / 1_000_000} M` : `${size / 1_000} k`} messages`,
    params: {
      size,
      visitors: inbox.visitors,
      chats: inbox.largestChat.id,
      running: 200,
      fillSeconds: roundFigure(inbox.seconds),
    },
    rounds,
    ratios: allRatios,
    goals,
    notes: [
      `MiB: ${Object.entries(inbox.sizes)
        .filter(([, mib]) => mib >= 0.1)
        .map(([name, mib]) => `${name} ${mib}`)
        .join(", ")}`,
    ],
  };
}
