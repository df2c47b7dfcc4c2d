import { omitAbsent } from "@parlour/protocol/omit-absent";
import type { FastifyInstance } from "fastify";
import { EgressChange, Instance, InstancePatch } from "@parlour/protocol/api";
import { installation } from "@parlour/protocol/settings/kinds/installation";
import { refuse } from "../../core/failure.ts";
import { parseBody } from "../../settings/kind/values.ts";
import {
  changeEgressAllow,
  findInstallation,
  updateInstallation,
} from "../../store/settings/installation/installation.ts";
import { declareRoute, type RequestContext } from "../kit/declare-route.ts";
import { changeSettings } from "../kit/change-settings.ts";
import type { RouteDeps } from "../kit/route-deps.ts";

export interface InstallationDeps extends RouteDeps {
  /** Returns the errors in limits of CFG-030, one sentence each. */
  readonly limitFaults: (limits: Readonly<Record<string, number>>) => readonly string[];
  /** Says in one sentence why the text is no entry of the allow list (CFG-010), or null. */
  readonly egressTargetFault: (entry: string) => string | null;
}

/** Registers the settings of the installation (API-355). Changes are audited (CORE-123). */
export function installationRoutes(app: FastifyInstance, deps: InstallationDeps): void {
  readInstallationRoute(app, deps);
  changeInstallationRoute(app, deps);
  changeEgressAllowRoute(app, deps);
}

function readInstallationRoute(app: FastifyInstance, deps: InstallationDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/instance",
    action: "instance.manage",
    tag: "instance",
    summary: "Get the installation settings",
    status: 200,
    answer: Instance,
    handle: () => findInstallation(deps.sql),
  });
}
function changeInstallationRoute(app: FastifyInstance, deps: InstallationDeps): void {
  declareRoute(app, deps.auth, {
    method: "PATCH",
    url: "/instance",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Update the installation settings",
    body: InstancePatch,
    status: 200,
    answer: Instance,
    handle: (context) => changeInstallation(deps, context),
  });
}
async function changeInstallation(
  deps: InstallationDeps,
  context: RequestContext<unknown, unknown, InstancePatch>,
): Promise<Instance> {
  const { egress_allow, ...others } = parseBody(installation.fields, context.body);
  assertEgressTargets(deps, egress_allow ?? [], "egress_allow");
  const set = Object.fromEntries(
    Object.entries(others.limits ?? {}).map(([name, value]) => [name, value ?? 1]),
  );
  const fault = deps.limitFaults(set)[0];
  if (fault !== undefined) refuse("invalid_request", fault, { field: "limits" });
  return changeSettings(deps, context, "instance.change", async (tx) => {
    await updateInstallation(tx, {
      ...others,
      ...omitAbsent({ egress_allow: egress_allow && [...new Set(egress_allow)] }),
    });
    return {
      result: await findInstallation(tx),
      changed: [{ kind: "instance", id: null }],
      target:
        egress_allow === undefined
          ? `instance: ${Object.keys(context.body).join(", ")}`
          : `egress_allow: ${egress_allow.join(" ")}`,
    };
  });
}
function changeEgressAllowRoute(app: FastifyInstance, deps: InstallationDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/instance/egress-allow",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Change the outbound allow list",
    body: EgressChange,
    status: 200,
    answer: Instance,
    handle: async (context) => {
      const { add = [], remove = [] } = context.body;
      assertEgressTargets(deps, add, "add");
      return changeSettings(deps, context, "instance.egress_allow", async (tx) => {
        await changeEgressAllow(tx, { add, remove });
        return {
          result: await findInstallation(tx),
          changed: [{ kind: "instance", id: null }],
          target: [...add.map((entry) => `+${entry}`), ...remove.map((entry) => `-${entry}`)].join(
            " ",
          ),
        };
      });
    },
  });
}

function assertEgressTargets(
  deps: InstallationDeps,
  entries: readonly string[],
  field: string,
): void {
  for (const entry of entries) {
    const fault = deps.egressTargetFault(entry);
    if (fault !== null) refuse("invalid_request", fault, { field });
  }
}
