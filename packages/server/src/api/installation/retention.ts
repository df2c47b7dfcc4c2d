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
import {
  type RetentionRecord,
  readRetention,
  setRetention,
  previewRetention,
  readStoredDataCounts,
} from "../../store/settings/account/retention.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings, mayChangeManaged } from "../kit/change-settings.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

/** Registers retention (CORE-115, CFG-031), its preview, and the amount of data. */
export function retentionRoutes(app: FastifyInstance, deps: RouteDeps): void {
  readRetentionRoute(app, deps);
  changeRetentionRoute(app, deps);
  previewRetentionRoute(app, deps);
  dataFiguresRoute(app, deps);
}

function readRetentionRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/retention",
    action: "data.manage",
    tag: "data",
    summary: "Get the retention periods",
    status: 200,
    answer: Retention,
    handle: async () => serializeRetention(await readRetention(deps.sql)),
  });
}
function changeRetentionRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/retention",
    action: "instance.manage",
    fresh: true,
    tag: "data",
    summary: "Update the retention periods",
    body: RetentionPatch,
    status: 200,
    answer: Retention,
    handle: async (context) =>
      changeSettings(deps, context, "retention.change", async (tx) => {
        const managed = Object.keys((await readRetention(tx)).file);
        const managedKind = Object.keys(context.body).find((kind) => managed.includes(kind));
        if (managedKind !== undefined && !mayChangeManaged(context.principal, context.request))
          refuse("managed_by_file", "The provisioning file sets this time. Change it there.", {
            field: managedKind,
          });
        await setRetention(tx, context.body);
        return {
          result: serializeRetention(await readRetention(tx)),
          changed: [{ kind: "instance", id: null }],
          target: `retention: ${Object.keys(context.body).join(", ")}`,
        };
      }),
  });
}
function previewRetentionRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/retention/dry-run",
    action: "instance.manage",
    tag: "data",
    summary: "Preview a retention change",
    body: RetentionPreviewQuery,
    status: 200,
    answer: RetentionPreview,
    once: { because: "It changes nothing." },
    handle: async ({ body }) => {
      const { days } = serializeRetention(await readRetention(deps.sql));
      const items = await previewRetention(deps.sql, { ...days, ...body }, deps.clock.now());
      return {
        items: items.map(({ oldestAt, examples, ...item }) => ({
          ...item,
          oldest_at: oldestAt,
          examples: [...examples],
        })),
      };
    },
  });
}
function dataFiguresRoute(app: FastifyInstance, deps: RouteDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/data/figures",
    action: "data.manage",
    tag: "data",
    summary: "Get the amount of stored data",
    status: 200,
    answer: StorageFigures,
    handle: async ({ principal }) => {
      const { fileBytes, oldestAt, ...figures } = await readStoredDataCounts(
        deps.sql,
        principal.accountId,
      );
      return { ...figures, file_bytes: fileBytes, oldest_at: oldestAt };
    },
  });
}

function serializeRetention({ own: configured, file }: RetentionRecord): Retention {
  const days: RetentionDays = { ...defaultRetention, ...configured, ...file };
  return { days, usual: defaultRetention, managed: Object.keys(file) };
}
