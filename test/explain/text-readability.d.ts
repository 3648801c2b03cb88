declare module "text-readability" {
  /** The formulas of readability that are used here; the package brings no types. */
  const readability: { fleschKincaidGrade(text: string): number };
  export default readability;
}
