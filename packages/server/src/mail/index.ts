export { linkLetter, languageOf, testLetter, type Letter, type MailLanguage } from "./letters.ts";
export { mailOutbound } from "./outbound.ts";
export { planFault, planMail } from "./plan.ts";
export { policy } from "./policy.ts";
export { isMailAddress, senderOf, type Mail, type MailServer } from "./settings.ts";
export { postMail, type Posted } from "./smtp.ts";
export { wordsOf } from "./words.ts";
