import type { Chat } from "@parlour/protocol";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { VisitDetails } from "./CurrentVisit.tsx";

const session: NonNullable<Chat["session"]> = {
  geoip: {
    city: "",
    region: "",
    country: "",
    region_code: "",
    country_code: "",
    longitude: "",
    latitude: "",
    organization: "",
  },
  utm: { source: "", medium: "", campaign: "", term: "", content: "" },
  ip_addr: "",
  user_agent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:141.0) Gecko/20100101 Firefox/141.0",
  analytics: {},
} as unknown as NonNullable<Chat["session"]>;

it("[CORE-149] a visit shows browser and system by name, and the user agent on demand", () => {
  const html = renderToStaticMarkup(<VisitDetails session={session} />);
  expect(html).toContain("<span>Firefox 141, Windows</span></summary>");
  expect(html).toContain(session.user_agent);
  expect(html.match(/<dt/g)).toHaveLength(1);
});
