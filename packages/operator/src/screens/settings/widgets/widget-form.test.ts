import { expect, test } from "vitest";
import { defaultWidgetSettings, type WidgetSettings } from "@parlour/protocol/widget-settings";
import { bodyOf, checkWidget, fieldOf, settingsOf, tabOf, tabs, valuesOf } from "./widget-form.ts";

const widget: WidgetSettings = {
  ...defaultWidgetSettings,
  prefixes: ["widget", "acme"],
  origins: ["https://shop.example", "https://*.shop.example"],
  texts: { en: { greeting: "Hello" }, ru: { greeting: "Привет", label: "Чат" } },
  hours: { timezone: "Europe/London", week: { mon: ["09:00-18:00"] }, exceptions: { "2026-12-25": [] } },
  hidden: { urls: ["/admin"], countries: ["DE", "FR"], devices: ["tablet"] },
  consent_url: "https://shop.example/privacy",
};
const values = valuesOf({ name: "Shop", operators: [2, 1], widget });

test("[WG-090] the form holds every setting: what it shows is what it sends", () => {
  expect(settingsOf(values)).toEqual(widget);
  expect(new Set(Object.values(tabs).flat())).toEqual(new Set(Object.keys(values)));
});

test("[WG-090] only settings that changed are sent, each as a whole", () => {
  const body = bodyOf({ ...values, hidden_urls: "/admin\n/cart", texts: { en: { greeting: " " } } }, ["hidden_urls", "texts"]);
  expect(body).toEqual({ widget: { hidden: { ...widget.hidden, urls: ["/admin", "/cart"] }, texts: {} } });
});

test("[WG-003] [WG-006] what is wrong is said at its field before anything is sent", () => {
  expect(checkWidget(values)).toEqual({});
  const wrong = {
    ...values,
    origins: "shop.example",
    prefixes: "9lives",
    accent: "red",
    offset: "900",
    offline_email: "off",
    offline_phone: "off",
  } as const;
  expect(Object.keys(checkWidget(wrong)).toSorted()).toEqual(["accent", "offline_email", "offset", "origins", "prefixes"]);
});

test("[WG-090] a refusal of the server finds its field and the page it is on", () => {
  const of = (field: string) => fieldOf({ field });
  expect(of("widget.origins.2")).toBe("origins");
  expect(of("widget.hidden.countries.0")).toBe("hidden_countries");
  expect(of("widget.offline.email")).toBe("offline_email");
  expect(of("widget.hours.week.mon")).toBe("hours");
  expect(of("widget.invitations.per_visit")).toBe("per_visit");
  expect(of("operators")).toBe("operators");
  expect(of("elsewhere")).toBeNull();
  expect(tabOf("offline_email")).toBe("offline");
});
