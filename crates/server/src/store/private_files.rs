//! Files that only their owner may read: the database holds the seeds of running deals.

use std::fs::OpenOptions;
use std::path::Path;

/// Creates an empty file readable by its owner only, unless it exists; narrows the permissions of an existing one.
pub fn create_private(file: &Path) -> Result<(), std::io::Error> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options.open(file)?;
    make_private(file);
    Ok(())
}

/// Narrows the permissions of a file to its owner. A file of another owner stays as it is, with a warning.
pub fn make_private(file: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Ok(known) = std::fs::metadata(file) else { return };
        if known.permissions().mode() & 0o077 == 0 {
            return;
        }
        if let Err(error) = std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600)) {
            tracing::warn!(file = %file.display(), %error, "the file stays readable by others");
        }
    }
    #[cfg(not(unix))]
    let _ = file;
}
