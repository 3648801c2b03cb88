/** What is wrong with the page that this runs in, a line each. */
export function faultsOfPage(): string[];
