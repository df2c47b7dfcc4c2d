export type { Letter } from "./letter.ts";
export { languageOf, type MailLanguage } from "./letter-words.ts";
export { linkLetter, testLetter } from "./letters.ts";
export { mailOutbound, type MailOutboundDeps } from "./outbound.ts";
export { planFault, planMail } from "./plan.ts";
export { policy } from "./policy.ts";
export { isMailAddress, senderOf, type Mail, type MailServer } from "./settings.ts";
export { postMail, type Posted, type SmtpDeps } from "./smtp.ts";
export { wordsOf } from "./words.ts";
