// Loaded into a child before its own code (`node --import`): when the parent is gone without a word, killed perhaps,
// the child is asked to stop as a terminal would ask it. The channel does not keep the child alive.
if (process.channel) {
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.channel.unref();
}
