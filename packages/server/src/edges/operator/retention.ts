import type { FastifyInstance } from "fastify";
import {
  StorageFigures,
  Retention,
  RetentionPatch,
  RetentionPreview,
  RetentionPreviewQuery,
  defaultRetention,
  type RetentionDays,
} from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { RetentionRecord } from "../../core/record/retention.ts";
import type { Deps } from "./deps.ts";
import { route } from "./route.ts";
import { changeSettings, type SettingsDeps } from "./settings.ts";

type RetentionDeps = SettingsDeps & Pick<Deps, "auth" | "retention">;

/**
 * Registers the retention times (CORE-115, CFG-031), the preview of a deletion, and the amount of
 * stored data.
 */
export function retentionRoutes(app: FastifyInstance, deps: RetentionDeps): void {
  readRetention(app, deps);
  changeRetention(app, deps);
  tryRetention(app, deps);
  readFigures(app, deps);
}

function readRetention(app: FastifyInstance, deps: RetentionDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/retention",
    action: "data.manage",
    tag: "data",
    summary: "How long what is kept, in days; 0 is for ever",
    status: 200,
    answer: Retention,
    handle: async () => wire(await deps.retention.find()),
  });
}
function changeRetention(app: FastifyInstance, deps: RetentionDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/retention",
    action: "instance.manage",
    fresh: true,
    tag: "data",
    summary: "Change how long what is kept, for the whole installation",
    body: RetentionPatch,
    status: 200,
    answer: Retention,
    handle: async (call) =>
      changeSettings(deps, call, "retention.change", async (tx) => {
        const managed = Object.keys((await deps.retention.findIn(tx)).file);
        const taken = Object.keys(call.body).find((kind) => managed.includes(kind));
        if (taken !== undefined && call.principal.credential.kind === "session")
          refuse("managed_by_file", "The provisioning file sets this time. Change it there.", { field: taken });
        await deps.retention.update(tx, call.body);
        return {
          result: wire(await deps.retention.findIn(tx)),
          changed: [{ kind: "instance", id: null }],
          target: `retention: ${Object.keys(call.body).join(", ")}`,
        };
      }),
  });
}
function tryRetention(app: FastifyInstance, deps: RetentionDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/retention/dry-run",
    action: "instance.manage",
    tag: "data",
    summary: "What these times would remove now; changes nothing",
    body: RetentionPreviewQuery,
    status: 200,
    answer: RetentionPreview,
    handle: async ({ body }) => {
      const { days } = wire(await deps.retention.find());
      const items = await deps.retention.preview({ ...days, ...body }, deps.clock.now());
      return { items: items.map(({ oldestAt, examples, ...item }) => ({ ...item, oldest_at: oldestAt, examples: [...examples] })) };
    },
  });
}
function readFigures(app: FastifyInstance, deps: RetentionDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/data/figures",
    action: "data.manage",
    tag: "data",
    summary: "What the account keeps here",
    status: 200,
    answer: StorageFigures,
    handle: async ({ principal }) => {
      const { fileBytes, oldestAt, ...figures } = await deps.retention.figures(principal.accountId);
      return { ...figures, file_bytes: fileBytes, oldest_at: oldestAt };
    },
  });
}

function wire({ own, file }: RetentionRecord): Retention {
  const days: RetentionDays = { ...defaultRetention, ...own, ...file };
  return { days, usual: defaultRetention, managed: Object.keys(file) };
}
