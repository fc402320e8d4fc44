// The module that the server makes of messages.en.json.
export const language: string;
export const messages: Record<string, string | Record<string, string>>;
