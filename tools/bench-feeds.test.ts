import { expect, it } from "vitest";
import { createAnswerReader, createMarkScanner } from "../bench/harness/raw-feed.ts";
import { createTimestampMark } from "../bench/harness/raw-socket.ts";
import { toFeedsResult } from "../bench/scenarios/feeds.ts";

/** What the benchmark of event feeds can check without load. */

it("[PERF-25] a scanner finds every mark once, however the bytes are cut", () => {
  const text = `id: e:1\ndata: {"name":"a@b.example","text":"Hello ${createTimestampMark(12)}"}\n\nat @ and @34@@56@ @7`;
  for (let size = 1; size <= text.length; size++) {
    const marks: number[] = [];
    const scan = createMarkScanner((micros) => void marks.push(micros));
    for (let at = 0; at < text.length; at += size) scan(Buffer.from(text.slice(at, at + size)));
    expect([size, marks]).toEqual([size, [12, 34, 56]]);
    scan(Buffer.from("8@"));
    expect(marks.at(-1)).toBe(78);
  }
});

it("[PERF-25] a reader of long polls finds the body, the status and the cursor of each answer, however the bytes are cut", () => {
  const format = (body: string, status: string): string =>
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const bodies = [
    `{"epoch":"e","events":[{"text":"\\"cursor\\":\\"no\\""}],"cursor":"e:12","more":false}`,
    `{"epoch":"e","events":[],"cursor":"e:13","more":true}`,
    `{"error":{"code":"rate_limited"}}`,
  ];
  const statuses = ["200 OK", "200 OK", "429 Too Many Requests"];
  for (let size = 1; size <= 400; size++) {
    let body = "";
    const answers: (readonly [string, string])[] = [];
    const read = createAnswerReader(
      (bytes) => void (body += bytes.toString()),
      (status, cursor) => void answers.push([status, cursor]),
    );
    // The server sends an answer after the request, so no bytes belong to two of them.
    for (const [i, one] of bodies.entries()) {
      const text = format(one, statuses[i] ?? "");
      for (let at = 0; at < text.length; at += size) read(Buffer.from(text.slice(at, at + size)));
    }
    expect([size, body, answers]).toEqual([
      size,
      bodies.join(""),
      [
        ["200", "e:12"],
        ["200", "e:13"],
        ["429", ""],
      ],
    ]);
  }
});

it("[PERF-25] the goals compare ages, accepted messages and what each reader received", () => {
  const createRound = (p99: number, perSecond: number, incorrectReaders: number) => ({
    product: { p99, perSecond, incorrectReaders },
    anchors: { alone: { perSecond: 200 } },
  });
  const getGoals = (...rounds: ReturnType<typeof createRound>[]) =>
    toFeedsResult(rounds, { readers: 500, ms: 15_000 }).goals.map(({ id, got, pass }) => [
      id,
      got,
      pass,
    ]);
  expect(
    getGoals(createRound(140, 200, 0), createRound(150, 199, 0), createRound(900, 100, 0)),
  ).toEqual([
    ["PERF-25", 150, true],
    ["PERF-25", 0.995, true],
    ["PERF-25", 0, true],
  ]);
  expect(getGoals(createRound(501, 189, 1))).toEqual([
    ["PERF-25", 501, false],
    ["PERF-25", 0.945, false],
    ["PERF-25", 1, false],
  ]);
});
