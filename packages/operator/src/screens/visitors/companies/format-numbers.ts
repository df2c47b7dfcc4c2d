import type { Company } from "@parlour/protocol/api";
import { t as companyText } from "../../../ui/company/text.ts";
import { t } from "./text.ts";

/** Formats the numbers of a company: "12 people · 2 open chats". */
export const formatCompanyNumbers = (company: Company): string =>
  [
    companyText("company.people", { n: company.visitors }),
    t("companies.open.count", { n: company.open_chats }),
  ].join(" · ");
