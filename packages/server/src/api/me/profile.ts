import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyRequest } from "fastify";
import { ApiError } from "@parlour/protocol/api";
import { MePatch, OwnPresence, PresenceChoice } from "@parlour/protocol/api/people/session";
import { Operator } from "@parlour/protocol";
import type { Action, Auth, Principal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { serializeCustomStatus } from "../../core/operator/custom-status.ts";
import { getRequestOrigin } from "../kit/request-origin.ts";
import { errorResponses } from "../kit/error-responses.ts";
import { loadSignedInOperator, type ProfileSource } from "../operators/serialize-operator.ts";
import type { RealtimePort } from "../kit/realtime-port.ts";
import { changeSettings, type ChangeSettingsDeps } from "../kit/change-settings.ts";
import { updateOperator } from "../../store/settings/account/operator-changes.ts";
import { writeMailLanguage } from "../../store/settings/installation/mail-changes.ts";
import { readPresenceChoice, type PresenceChoiceDeps } from "./presence-choice.ts";

export interface ProfileDeps extends ChangeSettingsDeps, PresenceChoiceDeps, ProfileSource {
  readonly auth: Auth;
  readonly presence: RealtimePort["presence"];
}

/** Registers the routes of the signed-in operator (API-012). */
export function profileRoutes(deps: ProfileDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    readProfileRoute(app, deps);
    choosePresenceRoute(app, deps);
    changeProfileRoute(app, deps);
  };
}

type App = Parameters<FastifyPluginAsyncTypebox>[0];

const loadOwnProfile = async (deps: ProfileDeps, principal: Principal): Promise<Operator> => ({
  ...(await loadSignedInOperator(deps, principal)),
  ...serializeCustomStatus(deps.presence.customStatus(principal.accountId, principal.operatorId)),
});

function readProfileRoute(app: App, deps: ProfileDeps): void {
  const { auth } = deps;
  app.get(
    "/me",
    {
      onRequest: auth.guard("profile.read"),
      schema: {
        summary: "Get your profile",
        tags: ["session"],
        ...actionSchema("profile.read"),
        response: {
          200: Operator,
          400: ApiError,
          401: ApiError,
          403: ApiError,
          404: ApiError,
          429: ApiError,
          503: ApiError,
        },
      },
    },
    (request) => loadOwnProfile(deps, auth.principalOf(request)),
  );
}

function choosePresenceRoute(app: App, deps: ProfileDeps): void {
  const { auth, presence } = deps;
  app.put(
    "/me/presence",
    {
      onRequest: auth.guard("presence.set"),
      schema: {
        summary: "Set your presence",
        tags: ["session"],
        ...actionSchema("presence.set"),
        description:
          "Counts while a socket of this session (or of this API key) is open and for 20 s after; without one `presence_reason` is `no_socket`. Going away without input is the application's to say.",
        body: PresenceChoice,
        response: { 200: OwnPresence, ...errorResponses, 404: ApiError },
      },
    },
    async (request) => {
      const principal = auth.principalOf(request);
      // The presence of an API key ends with its sockets. The presence of an operator is stored for
      // the next sign-in.
      const choice = await readPresenceChoice(deps, principal.accountId, request.body);
      if (principal.credential.kind === "session") await auth.choosePresence(principal, choice);
      presence.set(principal, choice);
      const ownProfile = await loadOwnProfile(deps, principal);
      const isIgnored =
        principal.credential.kind === "key" &&
        choice.status !== "offline" &&
        ownProfile.presence === "offline";
      return isIgnored ? { ...ownProfile, presence_reason: "no_socket" as const } : ownProfile;
    },
  );
}

function changeProfileRoute(app: App, deps: ProfileDeps): void {
  const { auth } = deps;
  app.patch(
    "/me",
    {
      onRequest: auth.guard("profile.write"),
      schema: {
        summary: "Update your profile",
        tags: ["session"],
        ...actionSchema("profile.write"),
        body: MePatch,
        response: { 200: Operator, ...errorResponses, 404: ApiError },
      },
    },
    async (request) => {
      const principal = auth.principalOf(request);
      await changeProfile(deps, principal, request.body, request);
      return loadOwnProfile(deps, principal);
    },
  );
}

async function changeProfile(
  deps: ProfileDeps,
  principal: Principal,
  body: MePatch,
  request: FastifyRequest,
): Promise<void> {
  const { name, language, password, old_password } = body;
  if ((password === undefined) !== (old_password === undefined)) {
    refuse(
      "invalid_request",
      "A new password needs the present one: send password and old_password.",
      {
        field: password === undefined ? "password" : "old_password",
      },
    );
  }
  if (name?.trim() === "") refuse("invalid_request", "name is empty.", { field: "name" });
  const profile = await deps.auth.profile(principal.accountId, principal.operatorId);
  if (profile.managed && (name !== undefined || password !== undefined))
    refuse(
      "managed_by_file",
      "This operator is managed by the provisioning file. Change it there.",
    );
  if (password !== undefined && old_password !== undefined)
    await deps.auth.changePassword(
      principal,
      { old: old_password, password },
      getRequestOrigin(request),
    );
  const newName = name === undefined || name.trim() === profile.name ? undefined : name.trim();
  if (newName !== undefined || language !== undefined)
    await changeSettings(deps, { principal, request, key: null }, "profile.change", async (tx) => {
      const { accountId, operatorId } = principal;
      if (newName !== undefined) await updateOperator(tx, accountId, operatorId, { name: newName });
      if (language !== undefined) await writeMailLanguage(tx, accountId, operatorId, language);
      // The language of an operator's emails is private, so other operators need not reload it.
      const changed = newName === undefined ? [] : [{ kind: "operator" as const, id: operatorId }];
      return { result: null, changed, target: `operator ${operatorId}` };
    });
}

/** Read by the permission table in the docs and by its test. */
const actionSchema = (name: Action): object => ({ "x-action": name });
