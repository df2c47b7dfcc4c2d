import { expect, test } from "vitest";
import {
  defaultWidgetSettings,
  type WidgetSettings,
} from "@parlour/protocol/entity/widget/widget-settings";
import {
  toPatchBody,
  mapWidgetErrorField,
  toWidgetSettings,
  getTab,
  tabs,
  toFormValues,
} from "./widget-form.ts";
import { validateWidget } from "./validate-widget.ts";

const widget: WidgetSettings = {
  ...defaultWidgetSettings,
  prefixes: ["widget", "acme"],
  origins: ["https://shop.example", "https://*.shop.example"],
  texts: { en: { greeting: "Hello" }, ru: { greeting: "Привет", label: "Чат" } },
  hours: {
    timezone: "Europe/London",
    week: { mon: ["09:00-18:00"] },
    exceptions: { "2026-12-25": [] },
    exception_details: { "2026-12-25": { name: "Christmas", until: "2026-12-26" } },
  },
  hidden: { urls: ["/admin"], countries: ["DE", "FR"], devices: ["tablet"] },
  consent_url: "https://shop.example/privacy",
};
const values = toFormValues({ name: "Shop", operators: [2, 1], widget });

test("[WG-090] the form holds every setting: what it shows is what it sends", () => {
  expect(toWidgetSettings(values)).toEqual(widget);
  expect(new Set(Object.values(tabs).flat())).toEqual(new Set(Object.keys(values)));
});

test("[WG-090] only settings that changed are sent, each as a whole", () => {
  const body = toPatchBody(
    { ...values, hidden_urls: "/admin\n/cart", texts: { en: { greeting: " " } } },
    ["hidden_urls", "texts"],
  );
  expect(body).toEqual({
    widget: { hidden: { ...widget.hidden, urls: ["/admin", "/cart"] }, texts: {} },
  });
});

test("[WG-003] [WG-006] what is wrong is said at its field before anything is sent", () => {
  expect(validateWidget(values)).toEqual({});
  const invalidValues = {
    ...values,
    origins: "shop.example",
    prefixes: "9lives",
    accent: "red",
    offset: "900",
    offline_email: "off",
    offline_phone: "off",
  } as const;
  expect(Object.keys(validateWidget(invalidValues)).toSorted()).toEqual([
    "accent",
    "offline_email",
    "offset",
    "origins",
    "prefixes",
  ]);
});

test("[WG-090] a refusal of the server finds its field and the page it is on", () => {
  const mapField = (field: string) => mapWidgetErrorField({ field });
  expect(mapField("widget.origins.2")).toBe("origins");
  expect(mapField("widget.hidden.countries.0")).toBe("hidden_countries");
  expect(mapField("widget.offline.email")).toBe("offline_email");
  expect(mapField("widget.hours.week.mon")).toBe("hours");
  expect(mapField("widget.invitations.per_visit")).toBe("per_visit");
  expect(mapField("operators")).toBe("operators");
  expect(mapField("elsewhere")).toBeNull();
  expect(getTab("offline_email")).toBe("offline");
});
