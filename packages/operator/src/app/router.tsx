import type { EmailAddress, Operator } from "@parlour/protocol";
import type { NewArticleDraft } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  type RouteComponent,
} from "@tanstack/react-router";
import { createElement } from "react";
import { inboxRoute, viewRoute } from "../ui/address/chat-routes.ts";
import { api } from "../state/api/api.ts";
import { can, canOpenSettings, getCurrentOperator, useCurrentOperator } from "../state/session.tsx";
import { useRestoreFocus } from "../ui/keyboard/use-restore-focus.ts";
import { CrashScreen } from "./CrashScreen.tsx";
import type { ArticlesUrlParams } from "../screens/articles/articles-url.ts";
import type { ReportUrlParams } from "../screens/reports/report-url.ts";
import { parseSignInSearch } from "../screens/signin/sign-in-search.ts";
import { parseVisitorsSearch } from "../screens/visitors/visitors-search.ts";
import {
  forbiddenScreen,
  hasScreen,
  lazyScreen,
  notFoundScreen,
  type ScreenName,
} from "./screens.ts";
import { AppShell } from "./AppShell.tsx";

/** Page that applications open to ask for access. */
const authorizePath = "/oauth/authorize";

const root = createRootRoute({
  component: Root,
  errorComponent: CrashScreen,
  notFoundComponent: () => createElement(notFoundScreen),
});

function Root() {
  useRestoreFocus();
  return <Outlet />;
}

const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  ...toRouteComponent("setup"),
});

const signin = createRoute({
  getParentRoute: () => root,
  path: "/signin",
  ...toRouteComponent("signin"),
  validateSearch: parseSignInSearch,
});

const oidc = createRoute({
  getParentRoute: () => root,
  path: "/signin/oidc",
  ...toRouteComponent("signin"),
});
const saml = createRoute({
  getParentRoute: () => root,
  path: "/signin/saml",
  ...toRouteComponent("signin"),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: "/forgot",
  ...toRouteComponent("signin"),
  validateSearch: ({ email }: Record<string, unknown>) =>
    omitAbsent({ email: typeof email === "string" ? email : undefined }),
});
const secure = createRoute({
  getParentRoute: () => root,
  path: "/secure",
  ...toRouteComponent("signin"),
});
const invite = createRoute({
  getParentRoute: () => root,
  path: "/invite/{-$token}",
  ...toRouteComponent("signin"),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset/{-$token}",
  ...toRouteComponent("signin"),
});

/** Parent of all routes that need a session: rail, live connection, alerts. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: AppShell,
  beforeLoad: async ({ location }) => {
    const me = await getCurrentOperator();
    if (me) return { me };
    const { needed } = await api.setup();
    if (needed) throw redirect({ to: "/setup" });
    throw redirect({
      to: "/signin",
      search: location.pathname === "/" ? {} : { next: getAddress(location) },
    });
  },
});

/**
 * Returns the address to open after the sign-in. The router writes some parameters in another form,
 * such as 1e3 as 1000, but an application must get its own ones back (MCP-062).
 */
const getAddress = ({ pathname, href }: { pathname: string; href: string }): string =>
  pathname === authorizePath ? pathname + window.location.search : href;

const home = createRoute({
  getParentRoute: () => shell,
  path: "/",
  beforeLoad: () => {
    throw redirect(viewRoute("all"));
  },
});
const inboxHome = createRoute({
  getParentRoute: () => shell,
  path: "/inbox",
  beforeLoad: () => {
    throw redirect(viewRoute("all"));
  },
});
const inbox = createRoute({
  getParentRoute: () => shell,
  path: inboxRoute,
  ...toRouteComponent("inbox"),
  // The list of views also links to these two screens, so their paths are redirected.
  beforeLoad: ({ params }) => {
    if (params.view === "calls")
      throw redirect({ to: "/calls/{-$call}", params: { call: undefined } });
    if (params.view === "offline")
      throw redirect({ to: "/offline/{-$id}", params: { id: undefined } });
  },
});
const calls = createRoute({
  getParentRoute: () => shell,
  path: "/calls/{-$call}",
  ...toRouteComponent("calls"),
});
const visitors = createRoute({
  getParentRoute: () => shell,
  path: "/visitors/{-$number}",
  ...toRouteComponent("visitors"),
  validateSearch: parseVisitorsSearch,
});
const archive = createRoute({
  getParentRoute: () => shell,
  path: "/archive/{-$chat}",
  ...toRouteComponent("archive"),
  validateSearch: ({ q, at, sort, people }: Record<string, unknown>) =>
    omitAbsent({
      q: typeof q === "string" || typeof q === "number" ? String(q) : undefined,
      sort: sort === "newest" || sort === "oldest" ? sort : undefined,
      people: people === "all" ? people : undefined,
      at: Number.isSafeInteger(at) && Number(at) > 0 ? Number(at) : undefined,
    }),
});
const articles = createRoute({
  getParentRoute: () => shell,
  path: "/articles/$",
  ...toRouteComponent("articles"),
  validateSearch: (search: Record<string, unknown>): ArticlesUrlParams => search,
});
const offline = createRoute({
  getParentRoute: () => shell,
  path: "/offline/{-$id}",
  ...toRouteComponent("offline"),
});
const ignored = createRoute({
  getParentRoute: () => shell,
  path: "/ignored-emails/{-$id}",
  ...toRouteComponent("ignored"),
});
const reports = createRoute({
  getParentRoute: () => shell,
  path: "/reports",
  ...toRouteComponent("reports", (me) => can(me, "reports.read")),
  // The screen checks the parameters, which keeps the check out of the first download.
  validateSearch: (search: Record<string, unknown>): ReportUrlParams => search,
});
const board = createRoute({
  getParentRoute: () => shell,
  path: "/reports/live",
  ...toRouteComponent("reports", (me) => can(me, "reports.read")),
  validateSearch: (search: Record<string, unknown>): ReportUrlParams => search,
});
const slaReport = createRoute({
  getParentRoute: () => shell,
  path: "/reports/sla",
  ...toRouteComponent("reports", (me) => can(me, "reports.read")),
  validateSearch: (search: Record<string, unknown>): ReportUrlParams => search,
});
const articleReport = createRoute({
  getParentRoute: () => shell,
  path: "/reports/articles",
  ...toRouteComponent("reports", (me) => can(me, "reports.read")),
  validateSearch: (search: Record<string, unknown>): ReportUrlParams => search,
});
const settings = createRoute({
  getParentRoute: () => shell,
  path: "/settings/$",
  ...toRouteComponent("settings", canOpenSettings),
});
const integrations = createRoute({
  getParentRoute: () => shell,
  path: "/integrations/$",
  ...toRouteComponent("integrations", (me) => can(me, "deliveries.read")),
});
const docs = createRoute({
  getParentRoute: () => shell,
  path: "/docs/$",
  ...toRouteComponent("docs", (me) => can(me, "deliveries.read")),
});
const authorize = createRoute({
  getParentRoute: () => shell,
  path: authorizePath,
  ...toRouteComponent("authorize"),
});
const me = createRoute({ getParentRoute: () => shell, path: "/me", ...toRouteComponent("me") });

/**
 * Routes of product.md, section 2. Below `/settings` and `/integrations`, screens read `_splat`.
 */
export const router = createRouter({
  routeTree: root.addChildren([
    setup,
    signin,
    oidc,
    saml,
    forgot,
    secure,
    invite,
    reset,
    shell.addChildren([
      home,
      inboxHome,
      inbox,
      archive,
      articles,
      visitors,
      calls,
      offline,
      ignored,
      reports,
      slaReport,
      articleReport,
      board,
      settings,
      integrations,
      docs,
      authorize,
      me,
    ]),
  ]),
  defaultPreload: "intent",
  scrollRestoration: false,
  defaultPendingMs: 300,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  /** Route state. A new number requests the focus of the composer or of the chat's row once. */
  interface HistoryState {
    /** The recipient of a new email, whose form the inbox then opens. */
    writeEmail?: EmailAddress;
    /** Text with which a new article begins. */
    articleBody?: string;
    /** Questions from whose chats the model drafts that text. */
    draftQuestions?: NewArticleDraft["questions"];
    focus?: number;
  }
}

/** `isAllowed`: whether the role of the operator opens the screen. */
function toRouteComponent(
  name: ScreenName,
  isAllowed?: (me: Operator) => boolean,
): { component: RouteComponent } {
  if (!hasScreen(name)) return { component: notFoundScreen };
  const screen = lazyScreen(name);
  if (isAllowed === undefined) return { component: screen };
  const { preload } = screen;
  const Guarded = () => createElement(isAllowed(useCurrentOperator()) ? screen : forbiddenScreen);
  return { component: preload ? Object.assign(Guarded, { preload }) : Guarded };
}
