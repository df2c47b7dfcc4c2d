import { ApiError } from "@parlour/client";
import { MutationObserver, onlineManager, QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, it } from "vitest";
import { queryClient as ours } from "../api/api.ts";
import { refetchFailedQueries } from "../start-live-client.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Observes a query for which the server returns the current result of `answer`. */
async function shown(queries: QueryClient, answer: () => Promise<string>) {
  const observer = new QueryObserver(queries, {
    queryKey: ["operators", "names"],
    queryFn: answer,
    retry: 0,
  });
  ends.push(observer.subscribe(() => undefined));
  return {
    state: () => observer.getCurrentResult(),
    asked: () => queries.getQueryCache().find({ queryKey: ["operators", "names"] })?.promise,
  };
}
const rejectFetch = () => Promise.reject(new TypeError("Failed to fetch"));
const refusal = () =>
  Promise.reject(new ApiError({ code: "forbidden", status: 403, message: "No" }));

it("[CORE-045] what could not be read while the server was out of reach is read when the connection is back", async () => {
  const queries = new QueryClient();
  let answer: () => Promise<string> = rejectFetch;
  const list = await shown(queries, () => answer());
  await list.asked()?.catch(() => undefined);
  expect(list.state()).toMatchObject({ status: "error", data: undefined });
  answer = () => Promise.resolve("Ann");
  await refetchFailedQueries(queries, false);
  expect(list.state()).toMatchObject({ status: "success", data: "Ann" });
});

it("[CORE-045] also what was asked before the connection was there and fails after", async () => {
  const queries = new QueryClient();
  let fail = (): void => undefined;
  let answer = (): Promise<string> =>
    new Promise((_, reject) => (fail = () => reject(new TypeError("Failed to fetch"))));
  const list = await shown(queries, () => answer());
  await Promise.resolve();
  const back = refetchFailedQueries(queries, false);
  answer = () => Promise.resolve("Ann");
  fail();
  await back;
  expect(list.state()).toMatchObject({ status: "success", data: "Ann" });
});

it("[CORE-045] [API-103] a refusal is not asked again, nor what was read, unless the journal did not reach back", async () => {
  const queries = new QueryClient();
  let requestCount = 0;
  let answer: () => Promise<string> = refusal;
  const list = await shown(queries, () => {
    requestCount++;
    return answer();
  });
  await list.asked()?.catch(() => undefined);
  await refetchFailedQueries(queries, false);
  expect(requestCount).toBe(1);
  answer = () => Promise.resolve("Ann");
  await refetchFailedQueries(queries, true);
  await refetchFailedQueries(queries, false);
  expect([requestCount, list.state().data]).toEqual([2, "Ann"]);
  answer = () => Promise.resolve("Anna");
  await refetchFailedQueries(queries, true);
  expect(list.state().data).toBe("Anna");
});

it("[CORE-045] a browser that calls itself offline lets nothing wait without a word", async () => {
  onlineManager.setOnline(false);
  ends.push(() => onlineManager.setOnline(true));
  expect(await ours.fetchQuery({ queryKey: ["test", "in the house"], queryFn: () => "Ann" })).toBe(
    "Ann",
  );
  const saving = new MutationObserver(ours, { mutationFn: rejectFetch });
  await expect(saving.mutate()).rejects.toThrow("Failed to fetch");
});
