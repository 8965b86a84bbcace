// What the page's main thread does, by its own clock: a busy machine stretches the time on the wall, not this one.
export async function traced(browser, page, action) {
  await browser.startTracing(page, { categories: ["devtools.timeline", "toplevel", "cc", "blink"] });
  await action();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
  const main = new Set(traceEvents
    .filter(({ ph, name, args }) => ph === "M" && name === "thread_name" && args.name === "CrRendererMain")
    .map(({ pid, tid }) => `${pid} ${tid}`));
  return traceEvents
    .filter(({ ph, pid, tid }) => ph === "X" && main.has(`${pid} ${tid}`))
    .map(({ name, ts, tdur = 0 }) => ({ name, at: ts / 1000, work: tdur / 1000 }))
    .sort((a, b) => a.at - b.at);
}

// For each click: its handling, and the first frame after it.
export function clicksToFrames(events) {
  const after = ({ at }) => events.find((event) => event.name === "ProxyMain::BeginMainFrame" && event.at >= at);
  return events.filter(({ name }) => name === "EventHandler::handleMouseReleaseEvent")
    .map((click) => click.work + (after(click)?.work ?? 0));
}

// The work of each frame, and all work between the first and the last of them.
export function frameWork(events) {
  const frames = events.filter(({ name }) => name === "ProxyMain::BeginMainFrame");
  const [first, last] = [frames.at(0), frames.at(-1)];
  const tasks = events.filter(({ name, at }) => name === "ThreadControllerImpl::RunTask" && at >= first?.at && at <= last?.at);
  return { frames: frames.length, longest: Math.max(...frames.map(({ work }) => work)), all: tasks.reduce((sum, { work }) => sum + work, 0) };
}
