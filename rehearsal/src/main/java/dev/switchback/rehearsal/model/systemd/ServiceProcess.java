package dev.switchback.rehearsal.model.systemd;

/** What a service's processes do; called by systemd when it starts and stops the unit. */
public interface ServiceProcess {

  /**
   * Starts the service's main process.
   *
   * @param unit the settings as loaded
   * @return its process id on the host, or 0 when it died at once
   */
  int start(UnitFile unit);

  /** Ends all of the service's processes. */
  void stop();
}
