// Reads one server with default limits and prints the outcome and what it cost: node read-once.mjs <module> <request>.
const [, , module, request] = process.argv;
const { readTools } = await import(module);
const started = performance.now();
const reading = await readTools(JSON.parse(request));
const { outcome, reason } = reading;
const saved = JSON.stringify(reading).length;
const mib = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ outcome, reason, saved, mib, ms: Math.round(performance.now() - started) }));
