import { readFileSync } from "node:fs";
import {
  trace,
  type Attributes,
  type Span,
  type SpanOptions,
  type TracerProvider,
} from "@opentelemetry/api";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestParlour,
} from "@parlour/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";

/** A span that the test SDK recorded. */
interface RecordedSpan {
  readonly name: string;
  readonly attributes: Attributes;
}
const spans: RecordedSpan[] = [];
/** Replaces the tracing SDK that the installation owner would load into the process. */
const provider: TracerProvider = {
  getTracer: () => ({
    startSpan(name: string, options: SpanOptions = {}) {
      const span = {
        setStatus: () => span,
        end: () => void spans.push({ name, attributes: options.attributes ?? {} }),
      };
      return span as unknown as Span;
    },
    startActiveSpan: () => {
      throw new Error("not used");
    },
  }),
};

let parlour: TestParlour;
let integrator: FakeIntegrator;
beforeAll(async () => {
  trace.setGlobalTracerProvider(provider);
  parlour = await startTestParlour();
  integrator = await startIntegrator();
});
afterAll(async () => {
  await parlour.close();
  await integrator.close();
  trace.disable();
});
const readMetrics = async (): Promise<string> => (await parlour.call("GET", "/metrics")).text;

test("[CFG-011] [CFG-016] one message shows in counts and times, and in spans that hold nothing of it", async () => {
  const channel = await parlour.channel(integrator.url);
  await parlour.sendCustomerMessage(channel, "anna", "a secret word");
  const chat = await parlour.findChat("anna");
  const answer = await parlour.owner.call("POST", `chats/${chat.id}/messages`, {
    kind: "text",
    text: "another word",
    client_id: "c1",
  });
  expect(answer.status).toBe(201);
  await parlour.settle();
  const text = await readMetrics();
  const value = (line: string): number =>
    Number(new RegExp(`^${line.replace(/[{}.]/g, "\\$&")} (\\S+)$`, "m").exec(text)?.[1]);
  expect(value("parlour_journal_commands_total")).toBeGreaterThan(1);
  expect(value("parlour_journal_batches_total")).toBe(
    value("parlour_journal_commit_seconds_count"),
  );
  expect(value("parlour_deliveries_attempted_total")).toBe(1);
  expect(value('parlour_delivery_attempt_seconds_count{kind="channel",outcome="delivered"}')).toBe(
    1,
  );
  expect(
    value(
      'parlour_http_request_seconds_count{method="POST",route="/api/v1/chats/:id/messages",status="201"}',
    ),
  ).toBe(1);
  // Reading the metrics does not increase the totals.
  expect(await readMetrics()).toContain(`parlour_deliveries_attempted_total 1\n`);

  expect(spans.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      "journal.commit",
      "delivery.attempt",
      "POST /api/v1/chats/:id/messages",
    ]),
  );
  expect(spans.find(({ name }) => name === "delivery.attempt")?.attributes).toEqual({
    "parlour.endpoint.kind": "channel",
    "parlour.outcome": "delivered",
  });
  const all = JSON.stringify(spans) + text;
  for (const word of ["secret", "another", "anna", channel.randomString])
    expect(all).not.toContain(word);
});

test("[CFG-011] [CFG-016] [CORE-180] release, nodes, checks of /ready, disk, pools, what was given up and closed sockets have their figures", async () => {
  const text = await readMetrics();
  const lines = text.split("\n");
  const value = (line: string): number =>
    Number(lines.find((one) => one.startsWith(`${line} `))?.slice(line.length));
  expect(text).toMatch(/^parlour_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m);
  expect(
    ["database", "disk", "sockets"].map((check) => value(`parlour_ready{check="${check}"}`)),
  ).toEqual([1, 1, 1]);
  expect([
    value("parlour_nodes"),
    value("parlour_dead_letters"),
    value("parlour_endpoints_off"),
  ]).toEqual([1, 0, 0]);
  expect(value('parlour_database_connections{pool="writer"}')).toBeGreaterThan(0);
  expect(value('parlour_database_waiting{pool="reader"}')).toBe(0);
  expect(value("parlour_disk_free_bytes")).toBeGreaterThan(0);
  expect(value("parlour_event_loop_active_seconds_total")).toBeGreaterThan(0);
  // Without a backup, the metric is missing.
  expect(text).not.toMatch(/^parlour_backup_age_seconds /m);
});

test("[CFG-011] every figure that the dashboard shows is there", async () => {
  const dashboard = readFileSync(
    new URL("../../../docs/operate/dashboard.json", import.meta.url),
    "utf8",
  );
  const names = new Set(
    (dashboard.match(/parlour_[a-z0-9_]+/g) ?? []).filter((name) => !name.endsWith("_")),
  );
  expect(names.size).toBeGreaterThan(20);
  const text = await readMetrics();
  const kinds = new Map(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", kind = ""]) => [name, kind]),
  );
  const isKnownMetric = (name: string): boolean =>
    kinds.has(name) || kinds.get(name.replace(/_(bucket|count|sum)$/, "")) === "histogram";
  expect([...names].filter((name) => !isKnownMetric(name))).toEqual([]);
});
