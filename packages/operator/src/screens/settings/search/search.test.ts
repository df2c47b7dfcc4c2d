import type { Operator } from "@parlour/protocol";
import { afterEach, describe, expect, it } from "vitest";
import { createOperator as createEntity } from "../../../../tests/entities.ts";
import { i18n, locales, textById } from "../../../text/index.ts";
import { listAreas } from "../shown-areas.ts";
import { settingsPages } from "../pages/index.ts";
import { listPageFields } from "../pages/parts.ts";
import { listSettings, searchSettings } from "./index.ts";
import { fieldSynonyms, pageSynonyms } from "./synonyms.ts";

const createOperator = (role: Operator["role"]) => createEntity({ role });
const owner = createEntity({ role: "owner", instance_owner: true });
const findIds = (me: Operator, query: string): string[] =>
  searchSettings(listSettings(me), query).map(({ id }) => id);

describe("[API-170] the search of the settings", () => {
  afterEach(() => i18n.activate("en"));

  it.each(locales)("finds every page and every field by its own label, in %s", (locale) => {
    i18n.activate(locale);
    const all = listSettings(owner);
    expect(
      Object.keys(settingsPages).filter(
        (name) => !all.some(({ page, field }) => page === name && field === null),
      ),
    ).toEqual([]);
    expect(all.length).toBeGreaterThan(220);
    // A label that equals its text id has no text.
    expect(all.filter(({ label, field }) => label === field?.label).map(({ id }) => id)).toEqual(
      [],
    );
    expect(
      all
        .filter((result) => !searchSettings(all, result.label).some(({ id }) => id === result.id))
        .map(({ id }) => id),
    ).toEqual([]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });
  it.each(locales)("has a result for every text of a page, in %s", (locale) => {
    i18n.activate(locale);
    const all = listSettings(owner);
    expect(
      Object.keys(settingsPages).flatMap((path) =>
        listPageFields(owner, path)
          .map(({ label }) => textById(label))
          .filter((text) => !all.some(({ page, label }) => page === path && label === text))
          .map((text) => `${path}: ${text}`),
      ),
    ).toEqual([]);
  });
  it("has the explanation of a field", () => {
    const hints = new Map(
      listSettings(owner).flatMap(({ field, hint }) =>
        field === null ? [] : [[field.label, hint]],
      ),
    );
    for (const label of ["links.safe_url", "links.trust_webhook_links", "account.locale"])
      expect(hints.get(label)).toBe(textById(`${label}.hint`));
  });
  it("has synonyms of both languages for each page, and none for fields that are gone", () => {
    const all = listSettings(owner);
    const pages = all.filter(({ field }) => field === null).map(({ page }) => page);
    expect(Object.keys(pageSynonyms).toSorted()).toEqual(pages.toSorted());
    const labels = new Set(all.flatMap(({ field }) => field?.label ?? []));
    expect(Object.keys(fieldSynonyms).filter((label) => !labels.has(label))).toEqual([]);
    expect(Object.values(pageSynonyms).filter(({ ru }) => !/[а-яё]{2}/i.test(ru.join()))).toEqual(
      [],
    );
  });
  it("finds what people call it elsewhere, in either language", () => {
    const all = listSettings(owner);
    for (const [query, id] of [
      ["sso", "security.oidc.title"],
      ["okta", "security.oidc.title"],
      ["onboarding", "account.start.page"],
      ["bot company", "bots.providers.title"],
      ["2fa", "security"],
      ["gdpr", "data"],
      ["smtp", "mail"],
      ["ssrf", "instance.addresses.title"],
      ["canned", "replies"],
      ["phishing", "data.links.title"],
      ["outgoing addresses", "instance.addresses.title"],
      ["holidays", "hours.hours.exceptions"],
      ["праздники", "hours.hours.exceptions"],
      ["escalation", "routing.routing.group.ladder"],
      ["csp", "widgets.csp.group"],
      ["оценка", "widgets.widget.widget.rating"],
      ["backup", "system"],
      ["invite someone", "people.person.new"],
    ] as const)
      expect(
        searchSettings(all, query).map((result) => result.id),
        query,
      ).toContain(id);
  });
  it("puts a whole name first, then names, synonyms and explanations", () => {
    expect(findIds(owner, "routing")[0]).toBe("routing");
    expect(findIds(owner, "webhooks")[0]).toBe("webhooks");
    expect(findIds(owner, "sso")[0]).toBe("security.oidc.title");
    expect(searchSettings(listSettings(owner), "sso")[0]?.matched).toEqual(["SSO"]);
    expect(findIds(owner, "")).toEqual([]);
    expect(findIds(owner, "zzz")).toEqual([]);
  });
  it("finds nothing that the role may not open", () => {
    expect(findIds(createOperator("operator"), "smtp")).toEqual([]);
    expect(findIds(createOperator("operator"), "templates")).toEqual(["replies"]);
    expect(findIds(createOperator("developer"), "invite someone")).toEqual([]);
    expect(findIds(owner, "add a bot")).toContain("bots.bot.new.title");
    expect(findIds(createOperator("developer"), "add a bot")).not.toContain("bots.bot.new.title");
    expect(findIds(createOperator("admin"), "smtp")).toEqual(["connectors"]);
    expect(listSettings(createOperator("viewer"))).toEqual([]);
  });
});

describe("[API-171] the areas of the settings", () => {
  const listTitles = (me: Operator) =>
    listAreas(me).map(({ title, pages }) => [title, ...pages.map(({ label }) => label)]);

  it("are eight for the owner of the installation", () => {
    expect(listTitles(owner)).toEqual([
      [
        "Channels",
        "Site widgets",
        "Email and messengers",
        "Chat API",
        "Bots",
        "Help centre",
        "Article sections",
        "Call-back",
      ],
      [
        "Inbox",
        "Quick replies",
        "Views",
        "Segments",
        "Broadcasts",
        "Macros",
        "Fields",
        "Tags",
        "Block list",
      ],
      ["Automation", "Routing", "Rules", "Triggers", "SLA", "Scheduled reports", "Working hours"],
      ["Answers", "Model", "Agents", "Proof"],
      ["Team", "People", "Departments", "Roles", "Statuses", "Sign-in"],
      ["Developers", "Webhooks", "API keys", "Developer docs"],
      ["Account", "General", "Data and privacy", "Move in", "Run in parallel", "Audit log"],
      ["System", "Installation", "Mail server", "Backup and health", "Accounts"],
    ]);
  });
  it("are only those with a page for the role", () => {
    expect(listTitles(createOperator("admin")).map(([title]) => title)).toEqual([
      "Channels",
      "Inbox",
      "Automation",
      "Answers",
      "Team",
      "Developers",
      "Account",
    ]);
    expect(listTitles(createOperator("developer"))).toEqual([
      ["Channels", "Site widgets", "Email and messengers", "Chat API", "Bots"],
      ["Inbox", "Quick replies", "Views", "Segments", "Macros"],
      ["Automation", "Triggers"],
      ["Answers", "Agents"],
      ["Developers", "Webhooks", "API keys", "Developer docs"],
      ["Account", "Data and privacy"],
    ]);
    expect(listTitles(createOperator("operator"))).toEqual([
      ["Inbox", "Quick replies", "Views", "Segments", "Macros"],
    ]);
  });
});
