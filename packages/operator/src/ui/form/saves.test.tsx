import type { BlockListEntry, Tag } from "@parlour/protocol/api";
import { waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  createOperator,
  createOperatorEntry,
  emptyPage,
  profileAnswers,
} from "../../../tests/entities.ts";
import { Refusal, type Answers } from "../../../tests/fake-server.ts";
import { renderApp, type RenderedApp } from "../../../tests/render-app.tsx";
import { getFailedSaves, getRunningSaves } from "../../state/saves.ts";

/** A form of each sort: a page that changes or creates something, the profile, a dialog. */
interface FormCase {
  readonly path: string;
  readonly route: keyof Answers;
  readonly button: string;
  readonly subject: string;
  /** Button of the page that opens the dialog of the form. */
  readonly dialogButton?: string;
  readonly label: string;
  /** Text of the field "Email". Undefined: there is none. */
  readonly email?: string;
  /** What the server answers to a save that it accepts. */
  readonly answer: unknown;
}
const typed = "Very important";
const olga = createOperator({ name: "Olga", role: "owner", instance_owner: true });
const createTag = (name: string): Tag => ({
  id: 1,
  name,
  created_at: "2026-11-20T10:00:00.000Z",
  managed: false,
});
const eve: BlockListEntry = {
  id: 1,
  kind: "email",
  value: "Very important",
  channel_id: null,
  state: "in_force",
  until: null,
  reason: "",
  chat_id: null,
  by: { id: 1, name: "Olga" },
  created_at: "2026-11-20T10:00:00.000Z",
  lifted_at: null,
  lifted_by: null,
  managed: false,
};
const security = {
  second_factor: "optional",
  grace_days: 14,
  required_from: null,
  without: [],
  managed: false,
};
const createKey = (scopes: string[]): unknown => ({
  id: 1,
  name: typed,
  scopes,
  key: "secret-of-the-key",
  hint: "_key",
  created_at: "2026-11-20T10:00:00.000Z",
  last_used_at: null,
  expires_at: null,
  managed: false,
  operator: { id: 1, name: "Olga" },
});
const elsewhere = (path: string): string =>
  path.startsWith("/settings/tags") ? "/settings/departments/new" : "/settings/tags/new";
const forms: Readonly<Record<string, FormCase>> = {
  "a page": {
    path: "/settings/tags/1",
    route: "PATCH /tags/{id}",
    button: "Save",
    subject: "Tags: vip",
    label: "Name",
    answer: createTag(typed),
  },
  "a new tag": {
    path: "/settings/tags/new",
    route: "POST /tags",
    button: "Create tag",
    subject: "New tag",
    label: "Name",
    answer: createTag(typed),
  },
  "the profile": {
    path: "/me",
    route: "PATCH /me",
    button: "Save",
    subject: "Profile and alerts",
    label: "Name",
    answer: { ...olga, name: typed },
  },
  "a dialog": {
    path: "/settings/blocklist",
    route: "POST /blacklist",
    button: "Block",
    subject: "Block a visitor",
    dialogButton: "Block a visitor",
    label: "Value",
    answer: eve,
  },
};
const refusals = {
  400: () => new Refusal(400, "validation_failed", "This name is too odd.", { field: "name" }),
  409: () => new Refusal(409, "name_taken", "There is one with this name."),
  503: () => new Refusal(503, "unavailable", "Busy."),
  none: () => Promise.reject(new TypeError("Failed to fetch")),
};
const failureTexts = {
  400: /This name is too odd/,
  409: /There is one with this name/,
  503: /Busy\./,
  none: /The server did not respond/,
};
type AnswerKind = keyof typeof refusals | 200;
const answerKinds: readonly AnswerKind[] = [200, 400, 409, 503, "none"];

/** Opens a form, types into it and saves. The test then answers. Later saves succeed. */
async function save(form: FormCase) {
  const answers = Promise.withResolvers<unknown>();
  let name = "vip";
  const app: RenderedApp = await renderApp(form.path, {
    "GET /me": () => ({ ...olga }),
    "GET /tags": () => ({ items: [createTag(name)], next_cursor: null }),
    "GET /tags/{id}": () => createTag(name),
    "GET /blacklist": emptyPage,
    "GET /api-keys": emptyPage,
    "GET /security": security,
    "GET /sessions": { items: [] },
    "GET /sign-ins": emptyPage,
    "GET /sessions/ways": { reset_by_mail: false, providers: [] },
    "GET /instance/oidc": { items: [], redirect_uri: "https://chat.example/signin/oidc" },
    "GET /instance/saml": {
      items: [],
      entity_id: "https://chat.example/saml/metadata",
      acs_url: "https://chat.example/saml/acs",
    },
    "GET /roles": { ...emptyPage, built_in: [] },
    "GET /channels": emptyPage,
    "GET /departments": emptyPage,
    "GET /operators": emptyPage,
    ...profileAnswers,
    [form.route]: () => (app.changes.length <= 1 ? answers.promise : form.answer),
  } as Answers);
  const { screen, user } = app;
  const openDialog = async () => {
    if (form.dialogButton !== undefined)
      await user.click((await screen.findAllByRole("button", { name: form.dialogButton }))[0]!);
  };
  const findScope = async () =>
    form.dialogButton === undefined ? screen : within(await screen.findByRole("dialog"));
  const findField = async () => {
    const scope = await findScope();
    return scope.findByRole<HTMLInputElement>("textbox", { name: new RegExp(`^${form.label}`) });
  };
  await openDialog();
  const field = await findField();
  await user.clear(field);
  await user.type(field, typed);
  if (form.email !== undefined)
    await user.type(screen.getByRole("textbox", { name: "Email" }), form.email);
  await user.click(
    await (await findScope()).findByRole("button", { name: new RegExp(`^${form.button}`) }),
  );
  await waitFor(() => expect(app.changes).toHaveLength(1));
  return {
    ...app,
    field,
    openDialog,
    findField,
    /** Answers, and waits until the page has handled it. */
    answer: async (kind: AnswerKind) => {
      if (kind === 200) name = typed;
      answers.resolve(kind === 200 ? form.answer : refusals[kind]());
      await waitFor(() => expect(getRunningSaves()).toEqual([]));
    },
  };
}
const askedBeforeUnload = (): boolean =>
  !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
const { process } = globalThis as { process?: { env: Readonly<Record<string, string>> } };
const isLongRun = process?.env["LONG"] !== undefined;
/** All forms with all answers. A short run: the first two forms with all, the others with one. */
const cases = Object.entries(forms).flatMap(([name, form], at) =>
  (isLongRun || at <= 1 ? answerKinds : answerKinds.slice(at, at + 1)).map(
    (kind) => [name, kind, form] as const,
  ),
);
test.each(cases)(
  "[CORE-481] [CORE-484] %s that stays open, answer %s: no letter is lost, and the focus stays",
  async (_, kind, form) => {
    const { screen, findField, answer } = await save(form);
    const field = await findField();
    field.focus();
    await answer(kind);
    if (kind === 200) {
      await waitFor(() => expect(screen.queryByText("Saving…")).toBeNull());
      return expect(getFailedSaves()).toEqual([]);
    }
    await screen.findAllByText(failureTexts[kind]);
    expect((await findField()).value).toBe(typed);
    expect(document.activeElement).toBe(await findField());
    expect(location.pathname).toBe(form.path);
    expect(getFailedSaves()).toEqual([]);
  },
);

test.each(cases)(
  "[CORE-481] [CORE-482] [CORE-484] %s that is left while it is saved, answer %s: nothing is asked, lost or moved",
  async (_, kind, form) => {
    const { screen, user, navigate, field, findField, answer } = await save(form);
    const there = elsewhere(form.path);
    navigate(there);
    await waitFor(() => expect(field.isConnected).toBe(false));
    const other = await screen.findByRole<HTMLInputElement>("textbox", { name: /^Name/ });
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    await user.clear(other);
    await user.type(other, "Half a wo");
    expect(askedBeforeUnload()).toBe(true);
    await answer(kind);
    await user.keyboard("rd");
    expect([location.pathname, other.value]).toEqual([there, "Half a word"]);
    expect(document.activeElement).toBe(other);
    if (kind === 200) return expect(screen.queryByText("Not saved:")).toBeNull();
    const notice = await screen.findByText("Not saved:");
    expect(notice.textContent).toBe(`Not saved: ${form.subject}`);
    expect(askedBeforeUnload()).toBe(true);
    await user.click(screen.getByRole("button", { name: "Open" }));
    if (form.dialogButton === undefined) {
      const question = within(await screen.findByRole("alertdialog"));
      await user.click(question.getByRole("button", { name: "Discard" }));
      await waitFor(() => expect(location.pathname).toBe(form.path));
    }
    await waitFor(async () => expect((await findField()).value).toBe(typed));
    await screen.findAllByText(failureTexts[kind]);
    expect(screen.queryByText("Not saved:")).toBeNull();
  },
);

test.each(cases)(
  "[CORE-481] %s that is left and opened again while it is saved, answer %s: it shows what was sent",
  async (_, kind, form) => {
    const { screen, navigate, field, findField, openDialog, answer } = await save(form);
    navigate(elsewhere(form.path));
    await waitFor(() => expect(field.isConnected).toBe(false));
    navigate(form.path);
    await openDialog();
    await waitFor(async () => expect((await findField()).value).toBe(typed));
    await answer(kind);
    expect(location.pathname).toBe(form.path);
    expect(screen.queryByText("Not saved:")).toBeNull();
    if (kind === 200) return;
    await screen.findAllByText(failureTexts[kind]);
    expect((await findField()).value).toBe(typed);
  },
);

/** Forms that show a secret once, and what the notice says if they were left. */
const secretForms: Readonly<
  Record<string, Omit<FormCase, "subject" | "label"> & { notice: RegExp }>
> = {
  "an API key": {
    route: "POST /api-keys",
    path: "/settings/keys",
    dialogButton: "Create key",
    button: "Create key",
    answer: createKey(["*"]),
    notice: /^API key Very important was created, but .* Delete it and create another one\.$/,
  },
  "a SCIM token": {
    route: "POST /api-keys",
    path: "/settings/scim",
    dialogButton: "Create token",
    button: "Create token",
    answer: createKey(["scim"]),
    notice: /^SCIM token Very important was created, but .* Revoke it and create another one\.$/,
  },
  "an invitation": {
    route: "POST /operators",
    path: "/settings/people/new",
    button: "Create invitation",
    email: "nina@shop.example",
    answer: {
      ...createOperatorEntry({ id: 2, name: typed, email: "nina@shop.example" }),
      invite_url: "https://chat.example/secret-of-the-key",
      invite_expires_at: "2026-11-27T10:00:00.000Z",
    },
    notice: /^Very important was invited, but .* create a password reset link\.$/,
  },
};
test.each(Object.entries(secretForms))(
  "[CORE-482] %s that is left while it is created: a notice says that it was not shown, and what to do",
  async (_, { notice, ...form }) => {
    const { screen, user, navigate, field, answer } = await save({
      ...form,
      subject: "",
      label: "Name",
    });
    navigate(elsewhere(form.path));
    await waitFor(() => expect(field.isConnected).toBe(false));
    await answer(200);
    const text = await screen.findByText(notice);
    expect(screen.queryByText(/secret-of-the-key/)).toBeNull();
    await user.click(within(text.closest<HTMLElement>(".banner")!).getByRole("button"));
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
  },
);

test.each(Object.entries(secretForms).filter(([, { dialogButton }]) => dialogButton !== undefined))(
  "[CORE-482] %s that failed while its page was left: Open shows the form, and after it the secret",
  async (_, form) => {
    const subject = "";
    const app = await save({ ...form, subject, label: "Name" });
    const { screen, user, navigate, field, findField, answer } = app;
    navigate(elsewhere(form.path));
    await waitFor(() => expect(field.isConnected).toBe(false));
    await answer(503);
    await user.click(await screen.findByRole("button", { name: "Open" }));
    await waitFor(async () => expect((await findField()).value).toBe(typed));
    expect(location.pathname).toBe(elsewhere(form.path));
    const dialog = within(await screen.findByRole("dialog"));
    await user.click(dialog.getByRole("button", { name: new RegExp(`^${form.button}`) }));
    await waitFor(() => expect(app.changes).toHaveLength(2));
    await screen.findByDisplayValue("secret-of-the-key");
    expect(getFailedSaves()).toEqual([]);
  },
);

test("[CORE-481] presses of Save while a save runs send later input once", async () => {
  const { screen, user, field, answer, changes } = await save(forms["a page"]!);
  await user.type(field, "!");
  await user.keyboard("{Control>}ss{/Control}");
  await answer(200);
  await waitFor(() => expect(changes).toHaveLength(2));
  await screen.findByText("Saved");
  expect(changes.map(({ body }) => body)).toEqual([{ name: typed }, { name: `${typed}!` }]);
});
