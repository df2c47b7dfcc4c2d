import type { FastifyInstance } from "fastify";
import { EgressChange, Instance, InstancePatch } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { InstallationRecord } from "../../core/record/installation.ts";
import type { Deps } from "./deps.ts";
import { route, type Call } from "./route.ts";
import { changeSettings, optional, type SettingsDeps } from "./settings.ts";

type InstanceDeps = SettingsDeps & Pick<Deps, "auth" | "instance" | "limitFaults" | "egressTargetFault">;

/**
 * Registers the settings of the whole installation (API-043). Every change is audited (CORE-123).
 */
export function instanceRoutes(app: FastifyInstance, deps: InstanceDeps): void {
  readInstance(app, deps);
  changeInstanceRoute(app, deps);
  changeEgressAllow(app, deps);
}

function readInstance(app: FastifyInstance, deps: InstanceDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/instance",
    action: "instance.manage",
    tag: "instance",
    summary: "Settings of the installation",
    status: 200,
    answer: Instance,
    handle: async () => wire(await deps.instance.find()),
  });
}
function changeInstanceRoute(app: FastifyInstance, deps: InstanceDeps): void {
  route(app, deps.auth, {
    method: "PATCH",
    url: "/instance",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Change settings of the installation",
    body: InstancePatch,
    status: 200,
    answer: Instance,
    handle: (call) => changeInstance(deps, call),
  });
}
async function changeInstance(deps: InstanceDeps, call: Call<unknown, unknown, InstancePatch>): Promise<Instance> {
  const { egress_allow: egressAllow, limits, support_contact, bot_self_service: botSelfService } = call.body;
  refuseFaults(deps, egressAllow ?? [], "egress_allow");
  const set = Object.fromEntries(Object.entries(limits ?? {}).map(([name, value]) => [name, value ?? 1]));
  const fault = deps.limitFaults(set)[0];
  if (fault !== undefined) refuse("invalid_request", fault, { field: "limits" });
  return changeSettings(deps, call, "instance.change", async (tx) => {
    await deps.instance.update(tx, {
      egressAllow: egressAllow && [...new Set(egressAllow)],
      limits,
      supportContact: optional(support_contact),
      botSelfService,
    });
    return {
      result: wire(await deps.instance.findIn(tx)),
      changed: [{ kind: "instance", id: null }],
      target: egressAllow === undefined ? `instance: ${Object.keys(call.body).join(", ")}` : `egress_allow: ${egressAllow.join(" ")}`,
    };
  });
}
function changeEgressAllow(app: FastifyInstance, deps: InstanceDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/instance/egress-allow",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Add or take away entries of the allow list",
    body: EgressChange,
    status: 200,
    answer: Instance,
    handle: async (call) => {
      const { add = [], remove = [] } = call.body;
      refuseFaults(deps, add, "add");
      return changeSettings(deps, call, "instance.egress_allow", async (tx) => {
        await deps.instance.changeEgressAllow(tx, { add, remove });
        return {
          result: wire(await deps.instance.findIn(tx)),
          changed: [{ kind: "instance", id: null }],
          target: [...add.map((entry) => `+${entry}`), ...remove.map((entry) => `-${entry}`)].join(" "),
        };
      });
    },
  });
}

function refuseFaults(deps: Pick<Deps, "egressTargetFault">, entries: readonly string[], field: string): void {
  for (const entry of entries) {
    const fault = deps.egressTargetFault(entry);
    if (fault !== null) refuse("invalid_request", fault, { field });
  }
}

const wire = (row: InstallationRecord): Instance => ({
  egress_allow: [...row.egressAllow],
  limits: { ...row.limits },
  support_contact: row.supportContact,
  bot_self_service: row.botSelfService,
});
