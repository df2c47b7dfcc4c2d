import { ApiError } from "@parlour/client";
import type { Channel } from "@parlour/protocol";
import {
  defaultWidgetSettings,
  type WidgetSettings,
} from "@parlour/protocol/settings/widget-settings";
import { expect, test } from "vitest";
import { createWidget } from "../../../../../tests/channels.ts";
import { findErrorField, type FormValues } from "../../kit/kind/form-values.ts";
import { listSectionFields } from "../../kit/kind/kind-screen.ts";
import { createConverters, validate } from "../../kit/kind/use-kind-form.ts";
import { widgetScreen } from "../screen.tsx";
import { getTab } from "../use-tab.ts";
import { toPreviewSettings } from "../WidgetLivePreview.tsx";

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
const channel: Channel = { ...createWidget(7), name: "Shop", operators: [2, 1], widget };
const { saved, createBody } = createConverters(widgetScreen, channel);
const names = widgetScreen.sections.flatMap(listSectionFields);
const findErrors = (values: FormValues): readonly string[] =>
  Object.keys({ ...validate(widgetScreen, values), ...widgetScreen.findErrors?.(values) });

test("[WG-090] the form holds every setting: what it shows is what it sends", () => {
  expect(createBody(saved, names)).toEqual({ name: "Shop", operators: [1, 2], widget });
  expect(toPreviewSettings(saved)).toEqual(widget);
  expect(names.toSorted()).toEqual(Object.keys(saved).toSorted());
});

test("[WG-090] the preview has the default instead of a wrong value", () => {
  const wrong = { ...saved, "widget.accent": "red", "widget.offset": "900" };
  expect(toPreviewSettings(wrong)).toEqual({ ...widget, accent: "#0B6B5D", offset: 24 });
});

test("[WG-090] only settings that changed are sent, each as a whole", () => {
  const changed = {
    ...saved,
    "widget.hidden.urls": "/admin\n/cart",
    "widget.texts": { en: { greeting: " " } },
  };
  expect(createBody(changed, ["widget.hidden.urls", "widget.texts"])).toEqual({
    widget: { hidden: { ...widget.hidden, urls: ["/admin", "/cart"] }, texts: {} },
  });
});

test("[WG-003] [WG-006] what is wrong is said at its field before anything is sent", () => {
  expect(findErrors(saved)).toEqual([]);
  const wrong = {
    ...saved,
    "widget.origins": "shop.example",
    "widget.prefixes": "9lives",
    "widget.accent": "red",
    "widget.offset": "900",
    "widget.offline.email": "off",
    "widget.offline.phone": "off",
  };
  expect(findErrors(wrong).toSorted()).toEqual([
    "widget.accent",
    "widget.offline.email",
    "widget.offset",
    "widget.origins",
    "widget.prefixes",
  ]);
});

test("[WG-006] [WG-090] a new widget has three inputs, and the other settings are not checked", () => {
  const screen = { ...widgetScreen, sections: [{ fields: widgetScreen.first ?? [] }] };
  const form = createConverters(screen, null);
  const values = { ...form.saved, operators: [1], "widget.origins": "shop.example" };
  expect(validate(screen, values)).toEqual({
    name: "Enter a name of 1 to 100 characters.",
    "widget.origins":
      "shop.example is not a valid site. Use the form https://shop.example, without a path.",
  });
  const filled = { ...values, name: "Shop", "widget.origins": "" };
  expect(validate(screen, filled)).toEqual({});
  expect(form.createBody(filled, screen.sections.flatMap(listSectionFields))).toEqual({
    name: "Shop",
    operators: [1],
    widget: { origins: [] },
  });
});

test("[WG-090] a refusal of the server finds its field and the page it is on", () => {
  const mapField = (field: string) =>
    findErrorField(
      widgetScreen.kind.fields,
      names,
      new ApiError({ code: "invalid_request", message: "", status: 400, field }),
    );
  expect(mapField("widget.origins.2")).toBe("widget.origins");
  expect(mapField("widget.hidden.countries.0")).toBe("widget.hidden.countries");
  expect(mapField("widget.offline.email")).toBe("widget.offline.email");
  expect(mapField("widget.hours.week.mon")).toBe("widget.hours");
  expect(mapField("widget.invitations.per_visit")).toBe("widget.invitations.per_visit");
  expect(mapField("operators")).toBe("operators");
  expect(mapField("elsewhere")).toBeNull();
  expect(getTab("widget.offline.email")).toBe("offline");
});
