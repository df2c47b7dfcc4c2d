-- Every delivery that is about a chat names it from its beginning (`Owed.chatId`, the chat of a call's entry): none learns it later, and none is looked for by its lane.
drop index delivery_chatless;
