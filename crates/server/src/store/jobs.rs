//! Rows of long jobs, with owner and lease.

use sqlx::{Row, SqliteConnection};

use super::{Store, StoreError, WriteResult};

/// Row of a long job.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JobRow {
    /// Identifier, the same after a restart.
    pub id: String,
    /// `solve`, `review` or `league`.
    pub kind: String,
    /// Guest who started it.
    pub owner: String,
    /// Network of the guest.
    pub address: Option<String>,
    /// Request as JSON.
    pub body: String,
    /// Time of the request.
    pub created_at: i64,
}

/// Change of the rows of long jobs.
#[derive(Debug)]
pub enum JobWrite {
    /// Stores a new job with a lease.
    Keep {
        /// The row.
        row: JobRow,
        /// Run of the server that holds the lease.
        holder: String,
        /// End of the lease.
        until: i64,
    },
    /// Extends the leases of a run.
    Renew {
        /// The run.
        holder: String,
        /// New end of the leases.
        until: i64,
    },
    /// Takes the jobs whose leases ended before `now`.
    Take {
        /// The run that takes them.
        holder: String,
        /// Current time.
        now: i64,
        /// End of the new leases.
        until: i64,
    },
    /// Ends the leases of a run.
    Release(String),
    /// Removes a job that has ended.
    Remove(String),
}

pub(super) async fn execute(
    connection: &mut SqliteConnection,
    write: &JobWrite,
) -> Result<WriteResult, StoreError> {
    match write {
        JobWrite::Keep { row, holder, until } => {
            sqlx::query(
                "INSERT INTO job (id, kind, owner, address, body, created_at, holder, lease_until)
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE SET kind = excluded.kind,
                 owner = excluded.owner, address = excluded.address, body = excluded.body,
                 created_at = excluded.created_at, holder = excluded.holder, lease_until = excluded.lease_until",
            )
            .bind(&row.id)
            .bind(&row.kind)
            .bind(&row.owner)
            .bind(&row.address)
            .bind(&row.body)
            .bind(row.created_at)
            .bind(holder)
            .bind(until)
            .execute(connection)
            .await?;
        }
        JobWrite::Renew { holder, until } => {
            let renew = sqlx::query("UPDATE job SET lease_until = $1 WHERE holder = $2 AND lease_until > 0");
            renew.bind(until).bind(holder).execute(connection).await?;
        }
        JobWrite::Take { holder, now, until } => {
            let rows = sqlx::query(
                "UPDATE job SET holder = $1, lease_until = $2 WHERE lease_until < $3
                 RETURNING id, kind, owner, address, body, created_at",
            )
            .bind(holder)
            .bind(until)
            .bind(now)
            .fetch_all(connection)
            .await?;
            let jobs = rows.iter().map(|row| {
                Ok(JobRow {
                    id: row.try_get(0)?,
                    kind: row.try_get(1)?,
                    owner: row.try_get(2)?,
                    address: row.try_get(3)?,
                    body: row.try_get(4)?,
                    created_at: row.try_get(5)?,
                })
            });
            return Ok(WriteResult::Jobs(jobs.collect::<Result<_, sqlx::Error>>()?));
        }
        JobWrite::Release(holder) => {
            sqlx::query("UPDATE job SET lease_until = 0 WHERE holder = $1")
                .bind(holder)
                .execute(connection)
                .await?;
        }
        JobWrite::Remove(id) => {
            sqlx::query("DELETE FROM job WHERE id = $1").bind(id).execute(connection).await?;
        }
    }
    Ok(WriteResult::Written)
}

impl Store {
    /// Returns true if this long job has not ended, whether it runs or waits to be taken up.
    pub async fn has_job(&self, id: &str) -> Result<bool, StoreError> {
        let row =
            sqlx::query("SELECT 1 FROM job WHERE id = $1").bind(id).fetch_optional(&self.readers).await?;
        Ok(row.is_some())
    }
}
